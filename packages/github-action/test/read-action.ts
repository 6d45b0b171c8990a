import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';

/** An input as action.yml declares it. */
export interface ActionInput {
  description: string;
  default?: string;
  required?: boolean;
  deprecationMessage?: string;
}

export interface Action {
  name: string;
  description: string;
  inputs: Record<string, ActionInput>;
  outputs: Record<string, { description: string }>;
  runs: { using: string; main: string; post: string };
}

export const ACTION_FILE = join(import.meta.dirname, '../action.yml');

/** The Action's own metadata; the shape is checked by GitHub's language service, not here. */
export async function readAction(): Promise<Action> {
  const action: Action = parse(await readFile(ACTION_FILE, 'utf8'));
  return action;
}
