import { type Problems, quote } from '@milepost/shared/validation';

/**
 * Reports names that stand twice in a list of a seed, where the API would refuse the second.
 *
 * @param names one an item; undefined for one without.
 */
export function reportRepeated(
  problems: Problems,
  { list, member }: { list: string; member: string },
  names: readonly (string | undefined)[],
): void {
  const first = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    if (name === undefined) continue;
    const before = first.get(name);
    if (before === undefined) first.set(name, index);
    else
      problems.add(`${list}[${index}].${member}`, `${quote(name)} is that of ${list}[${before}] already`, {
        rule: 'repeated',
      });
  }
}
