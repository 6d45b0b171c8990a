import type { DeployAttributes } from '../event/deploy-attributes.ts';

/** A field of a deployment that CI can fill: the event's `timestamp`, or an attribute of `event-deploy`. */
export type DeployField = 'timestamp' | keyof DeployAttributes;

/**
 * A value that is known, and where from, in words that a summary shows: `input`, `env:GITHUB_SHA`,
 * `payload:pull_request.title`, `api:commits/{sha}/pulls`.
 */
export interface Fact<T extends string = string> {
  value: T;
  source: string;
}

/** What is known of a deployment. What is not known is absent; no fact is empty. */
export type Facts = Partial<Record<DeployField, Fact>>;

/** How the deployment ended, before `on-cancelled` decides what a cancelled one is. */
export type Outcome = 'success' | 'failed' | 'cancelled';

/** What a CI system tells of the run that it is in. Made by one pure function a provider. */
export interface CiContext {
  /** Name of the CI system, such as `GitHub Actions`. */
  provider: string;
  /** All but `status`, which depends on a policy; see `outcome`. */
  facts: Facts;
  /** Less trusted than what an API answers: used where neither `facts` nor a look-up knows better. */
  fallbacks: Facts;
  outcome?: Fact<Outcome>;
  /** Why this run reports nothing, in words: the event is of a state that ends no deployment. */
  skip?: string;
  /** Texts in which `change-id-pattern` looks, in this order: title, body, branch, commit messages. */
  changeTexts: Fact[];
}
