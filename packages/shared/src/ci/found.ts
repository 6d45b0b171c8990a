import type { DeployField, Fact, Facts } from './context.ts';

/** What the API of a CI system answered of a deployment. */
export interface Found {
  facts: Facts;
  /** Where a change id may stand. */
  changeTexts: Fact[];
  gaps: Gap[];
}

/** What could not be known, and why. */
export interface Gap {
  fields: DeployField[];
  /** A clause for a person. */
  reason: string;
}
