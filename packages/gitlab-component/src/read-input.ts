import type { Machine } from './machine.ts';

/**
 * Answers what a flag says, by the flag's name without dashes; without the flag, what its twin in the environment says:
 * MILEPOST_INPUT_BASE_URL (which the component sets), else MILEPOST_BASE_URL, for `base-url`. Empty when nothing does:
 * CI systems expand what is unset to nothing.
 */
export function inputReader(
  flags: Readonly<Record<string, unknown>>,
  { env }: Pick<Machine, 'env'>,
): (name: string) => string {
  return (name) => {
    const flag = flags[name];
    const variable = name.toUpperCase().replaceAll('-', '_');
    const texts = [
      flag === undefined ? undefined : String(flag),
      env[`MILEPOST_INPUT_${variable}`],
      env[`MILEPOST_${variable}`],
    ];
    return texts.map((text) => text?.trim() ?? '').find((text) => text !== '') ?? '';
  };
}
