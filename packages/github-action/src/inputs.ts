import {
  choiceOf,
  type GetInput,
  SECRET_INPUTS as REPORT_SECRETS,
  type ReportInputs,
  readReportInputs,
} from '@milepost/shared/report';

/** All inputs of the Action, read and checked; a text that was not given is empty. */
export interface Inputs extends ReportInputs {
  /** What only an expression in action.yml can know. */
  job: { jobStatus: string; matrix: string; checkRunId: string };
  githubToken: string;
  reportAt: 'now' | 'job-end';
}

/** @throws InvalidInputError */
export function readInputs(get: GetInput): Inputs {
  return {
    ...readReportInputs(get),
    job: { jobStatus: get('job-status'), matrix: get('matrix'), checkRunId: get('check-run-id') },
    githubToken: get('github-token'),
    reportAt: readReportAt(get),
  };
}

/** By itself, because it says in which of its two steps the Action works. @throws InvalidInputError */
export function readReportAt(get: GetInput): Inputs['reportAt'] {
  return choiceOf(get, 'report-at', ['now', 'job-end']);
}

/** The names of the inputs whose values nobody may see. */
export const SECRET_INPUTS = [...REPORT_SECRETS, 'github-token'] as const;
