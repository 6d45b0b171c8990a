/** The account of emulator mode. */
export const WELL_KNOWN_ACCOUNT = {
  id: 'e0000000-0000-4000-8000-000000000001',
  name: 'Milepost emulator',
} as const;

/** The user of emulator mode. No secret: it is printed at every start. */
export const WELL_KNOWN_USER = {
  id: 'e0000000-0000-4000-8000-000000000002',
  email: 'dev@milepost.local',
  password: 'milepost',
  // Of that password. Hashing it takes longer than the rest of a start.
  passwordHash: '$scrypt$ln=14,r=8,p=5$F4ozkzsB1r6A1tAwyHgZTQ$4i0e5gRGeNN5ZaADR6SPFAV0LsuCCTxnnYrEm7sg140',
} as const;

/** The public OAuth client. */
export const WELL_KNOWN_CLIENT_ID = 'milepost-cli';

/** The API key of emulator mode, unless another is asked for. */
export const WELL_KNOWN_API_KEY = 'mp_emulator_00000000000000000000000000000000';

/** The entities that a fresh emulator has. */
export const WELL_KNOWN_ENTITIES = [
  { id: 'e0000000-0000-4000-8000-000000000011', shortId: 'checkout', name: 'Checkout', type: 'application' },
  { id: 'e0000000-0000-4000-8000-000000000012', shortId: 'payments', name: 'Payments', type: 'service' },
] as const;
