import { UsageError } from '../usage-error.ts';

const WORDS = /^(|0|1|true|false|yes|no|y|n|on|off)$/i;

/** oclif takes any word that it does not know for false; here it stops the start. */
export function requireBooleans(
  flags: Readonly<Record<string, { type: string; env?: string | undefined }>>,
  env: NodeJS.ProcessEnv,
): void {
  for (const { type, env: name } of Object.values(flags)) {
    const value = type === 'boolean' && name !== undefined ? env[name] : undefined;
    if (value !== undefined && !WORDS.test(value))
      throw new UsageError(`${name}: expected true or false, got '${value}'`);
  }
}
