/** PLACEHOLDER until the lead's schema lands. */
export interface EmulatorSnapshot {
  milepostSnapshot: number;
  scope: 'emulator' | 'account';
  clock: { mode: string; now: string };
  contents: { milepostFormat: number };
}
