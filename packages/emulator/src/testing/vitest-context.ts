/** Where an emulator is, and the key that concerns all of it. */
export interface EmulatorAddress {
  url: string;
  apiKey: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** What the global setup of `@milepost/emulator/vitest/global-setup` has started. */
    milepostEmulator?: EmulatorAddress;
  }
}
