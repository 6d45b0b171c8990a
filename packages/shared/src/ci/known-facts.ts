import type { DeployField, Fact, Facts } from './context.ts';

/** The facts among what may be none. */
export function knownFacts(facts: Partial<Record<DeployField, Fact | undefined>>): Facts {
  const known: Facts = {};
  for (const [field, fact] of Object.entries(facts)) {
    if (fact !== undefined && isField(field, facts)) known[field] = fact;
  }
  return known;
}

function isField(name: string, facts: Partial<Record<DeployField, unknown>>): name is DeployField {
  return Object.hasOwn(facts, name);
}
