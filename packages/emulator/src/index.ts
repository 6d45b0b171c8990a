/** What test authors import from `@milepost/emulator`. */
export type { JournalEntryBody as RecordedRequest } from './control/journal.schema.ts';
export type { SnapshotBody as EmulatorSnapshot } from './control/snapshot.schema.ts';
export type { EmulatorApi, EventFilter } from './testing/api-handle.ts';
export type { ClockOption, EmulatorClock } from './testing/clock-handle.ts';
export { connectEmulator } from './testing/connect-emulator.ts';
export type { DurationInput } from './testing/duration-text.ts';
export type { AccountEmulator, AccountOptions, Emulator, SeedInput } from './testing/emulator.ts';
export { EmulatorError } from './testing/emulator-error.ts';
export type { EmulatorOptions, StoreOption } from './testing/emulator-options.ts';
export type { FaultOptions, FaultShorthands } from './testing/fault-shorthands.ts';
export type { EmulatorFaults, FaultFilter, FaultInput, InjectedFault } from './testing/faults-handle.ts';
export type { Instant } from './testing/instant.ts';
export type { EmulatorRequests, RequestFilter, WaitFilter } from './testing/requests-handle.ts';
export { type StartedEmulator, startEmulator } from './testing/start-emulator.ts';
