import { inputName } from '@milepost/shared/ci';

/** What a user of the command line calls a setting or a field: `--base-url` for `baseUrl`. */
export function nameFlag(name: string): string {
  return `--${inputName(name)}`;
}
