/** What test authors import from `@milepost/emulator/testcontainers`; it needs the package `testcontainers`. */
export { MilepostContainer } from './testing/milepost-container.ts';
export { StartedMilepostContainer } from './testing/started-milepost-container.ts';
