/** An instant as answers have it: UTC with milliseconds. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString();
}
