import type { RunBody } from '../calculation/run.schema.ts';
import type { CreatedAccountBody } from '../control/account.schema.ts';
import type { SnapshotBody } from '../control/snapshot.schema.ts';
import type { MintTokenBody } from '../control/token.schema.ts';
import type { Seed } from '../seed/seed.schema.ts';
import type { EmulatorApi } from './api-handle.ts';
import type { ClockOption, EmulatorClock } from './clock-handle.ts';
import type { EmulatorFaults } from './faults-handle.ts';
import type { EmulatorRequests } from './requests-handle.ts';

/**
 * What an emulator begins with: entities, blueprints, events and the like in the words of the API; or the path of such
 * a file, JSON or YAML.
 */
export type SeedInput = Seed | string;

/**
 * An emulator, as a test uses it. With the emulator's own key it concerns all of it; with that of an account made by
 * `account()`, that account alone. Each call rejects with an EmulatorError that names the route, the status and what
 * the service said.
 */
export interface Emulator extends AsyncDisposable {
  /** Base URL, without a final slash: what the program under test is given. */
  readonly url: string;
  readonly apiKey: string;
  /** Undefined for an emulator that was connected to by its key only. */
  readonly accountId: string | undefined;
  readonly clock: EmulatorClock;
  readonly faults: EmulatorFaults;
  readonly requests: EmulatorRequests;
  readonly api: EmulatorApi;
  /** A bearer token: a valid one of the account's own user, unless `claims` say otherwise (`{ expiresIn: -60 }`). */
  token(claims?: MintTokenBody): Promise<string>;
  /** Makes an account of its own, which tests side by side cannot see or hurt. `await using` removes it again. */
  account(options?: AccountOptions): Promise<AccountEmulator>;
  /** Calculates the metrics of all finished days, and answers the run when it has finished or failed. */
  calculate(): Promise<RunBody>;
  /** Plants a seed: what is there already stays as it is. Nothing is planted when something is wrong with it. */
  seed(seed: SeedInput): Promise<void>;
  /** Back to how it began: seed, clock, no faults, no requests; of the whole emulator all made accounts are gone. */
  reset(): Promise<void>;
  /** What is stored, and the clock. There are no secrets in it. */
  snapshot(): Promise<SnapshotBody>;
  /** Puts back what `snapshot` answered, whole or not at all. */
  restore(snapshot: SnapshotBody): Promise<void>;
}

/** An account of its own in an emulator. Disposing of it removes it. */
export interface AccountEmulator extends Emulator {
  readonly accountId: string;
  readonly name: string;
  /** For POST /oauth/token. */
  readonly user: CreatedAccountBody['user'];
  readonly clientId: string;
  /** What it begins with. */
  readonly entities: CreatedAccountBody['entities'];
}

export interface AccountOptions {
  /** Name of the test, say. */
  name?: string | undefined;
  seed?: SeedInput | undefined;
  /** The emulator's own clock when left out. */
  clock?: ClockOption | undefined;
}
