/** One incident of a file as it stands there, or what is wrong with it. */
export type IncidentRow = { place: string } & ({ row: unknown } | { problem: string });

/** A file that is no list of incidents; the message is one line that names it. */
export class IncidentFileError extends Error {
  override readonly name = 'IncidentFileError';
}
