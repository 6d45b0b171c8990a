import { basename } from 'node:path';
import { validate } from '@actions/languageservice';
import type { ActionMetadata, ActionReference } from '@actions/languageservice/action';
import { LogLevel, registerLogger, setLogLevel } from '@actions/languageservice/log';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { readAction } from './read-action.ts';

/** Owner, repository and directory under which workflows use the Action. */
export const ACTION_REFERENCE = 'milepost-dev/milepost/packages/github-action';

/** Of the actions of others only the inputs that our workflows use: a new one is looked up and added by hand. */
const INPUTS_OF_OTHERS: Record<string, Record<string, { required?: boolean }>> = {
  'actions/checkout': {
    'allow-unsafe-pr-checkout': {},
    'fetch-depth': {},
    'persist-credentials': {},
    ref: {},
  },
  'actions/upload-artifact': { name: {}, path: { required: true }, 'if-no-files-found': {} },
  'actions/attest-build-provenance': { 'subject-path': {} },
};

/**
 * What GitHub's language service finds wrong with a workflow, or with an action's metadata, as `line: message`; empty
 * when nothing is. It knows the inputs of the Action and of those actions of others that our workflows use.
 *
 * @param path decides by its name (`action.yml` or not) what the text is.
 * @throws Error when the service itself fails; it would only log that, and find nothing.
 */
export async function validateDocument(path: string, text: string): Promise<string[]> {
  const failures: string[] = [];
  setLogLevel(LogLevel.Error);
  const log = (message: string) => {
    failures.push(message);
  };
  registerLogger({ error: log, warn: log, info: log, log });
  const directory = basename(path) === 'action.yml' ? '' : '.github/workflows/';
  // Documents are cached by their address: the text may be another one under the same name.
  documents += 1;
  const document = TextDocument.create(`file:///${documents}/${directory}${basename(path)}`, 'yaml', 1, text);
  const diagnostics = await validate(document, { actionsMetadataProvider: { fetchActionMetadata } });
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return diagnostics.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
}

let documents = 0;

async function fetchActionMetadata({
  owner,
  name,
  path,
}: ActionReference): Promise<ActionMetadata | undefined> {
  const reference = [owner, name, path].filter(Boolean).join('/');
  if (reference === ACTION_REFERENCE) return await readAction();
  const inputs = INPUTS_OF_OTHERS[reference];
  if (!inputs) return undefined;
  const described = Object.entries(inputs).map(([input, rest]) => [input, { description: '', ...rest }]);
  return { name: reference, description: '', inputs: Object.fromEntries(described) };
}
