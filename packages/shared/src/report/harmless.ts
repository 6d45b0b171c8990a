/**
 * One plain line of what may have been written by a stranger, such as a title, or what a service answers: without
 * what a terminal obeys, or what GitHub's runner takes for a command (`::…` at the start of a line, `##[…` anywhere).
 */
export function harmless(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/##\[/g, '# #[')
    .replace(/^\s*::/, (start) => start.replace('::', ': :'));
}
