import type { DeployField, Fact, Facts } from './context.ts';

/** What the runner knows but puts into no variable: the Action takes it by inputs whose defaults are expressions. */
export interface JobInputs {
  /** `${{ job.status }}`: success, failure or cancelled. */
  jobStatus: string;
  /** `${{ toJSON(matrix) }}`: JSON, `null` outside of a matrix. */
  matrix: string;
  /** `${{ job.check_run_id }}`; empty on older runners. */
  checkRunId: string;
}

/** Facts without those that are none. */
export function withoutUndefined(facts: Partial<Record<DeployField, Fact | undefined>>): Facts {
  const known: Facts = {};
  for (const [field, fact] of Object.entries(facts)) {
    if (fact !== undefined && isField(field, facts)) known[field] = fact;
  }
  return known;
}

function isField(name: string, facts: Partial<Record<DeployField, unknown>>): name is DeployField {
  return Object.hasOwn(facts, name);
}
