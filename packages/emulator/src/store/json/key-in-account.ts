/** Two accounts may use the same name. Account ids are UUIDs, so the slash makes the key unambiguous. */
export function keyInAccount(accountId: string, name: string): string {
  return `${accountId}/${name}`;
}
