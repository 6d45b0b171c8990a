import type { Fact } from './context.ts';

/** Variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The first variable that is set and not blank, as a fact; CI systems expand what is unset to nothing. */
export function variable(env: Environment, ...names: string[]): Fact | undefined {
  for (const name of names) {
    const value = env[name];
    if (value !== undefined && value.trim() !== '') return { value, source: `env:${name}` };
  }
  return undefined;
}
