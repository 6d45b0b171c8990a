import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Machine } from '../machine.ts';

/**
 * What is wrong with NODE_EXTRA_CA_CERTS, in a sentence: Node ignores a file that it cannot read. Undefined when
 * nothing is, or it is not set.
 */
export async function extraCaProblem({
  env,
  cwd,
}: Pick<Machine, 'env' | 'cwd'>): Promise<string | undefined> {
  const path = env['NODE_EXTRA_CA_CERTS'];
  if (!path) return undefined;
  try {
    const text = await readFile(resolve(cwd, path), 'utf8');
    return text.includes('-----BEGIN CERTIFICATE-----')
      ? undefined
      : `NODE_EXTRA_CA_CERTS names ${path}, in which there is no certificate in PEM form.`;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return `NODE_EXTRA_CA_CERTS names ${path}, which cannot be read${code}.`;
  }
}
