import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Event } from '@milepost/shared';
import {
  type BuiltEvent,
  buildEvent,
  completeEvents,
  type EventField,
  type Fact,
  fieldOf,
  type GitHubContext,
  InvalidInputError,
  isOfThisRun,
  mapEnvironment,
  missingFields,
  parseEvents,
} from '@milepost/shared/ci';
import { type Found, lookUpChange } from './change.ts';
import { connectToGitHub } from './github-api.ts';
import type { Inputs } from './inputs.ts';
import type { Prepared } from './report.ts';

/** What events are made of. */
export interface Material {
  inputs: Inputs;
  context: GitHubContext;
  /** When main began, if the Action wraps the deployment. */
  startedAt: Fact | undefined;
  /** Milliseconds since 1970. */
  now: number;
  /** Where relative paths begin. */
  workspace: string;
  /** Aborted when the step is to end. */
  signal: AbortSignal;
}

/**
 * Makes the events of this run. What can be refused without asking anybody is refused first; GitHub is asked only for
 * what is still missing then.
 *
 * @throws InvalidInputError
 */
export async function prepareEvents(material: Material): Promise<Prepared | { skip: string }> {
  const { inputs, workspace } = material;
  const given = inputs.events === '' ? undefined : parseEvents(await readEvents(inputs.events, workspace));
  // Events of another time, or type, need nothing of this run, and are sent even when it reports nothing itself.
  const others = given?.filter((event) => !isOfThisRun(event)) ?? [];
  // Without what a commit's message says: GitHub's API knows better.
  const sure = build({ ...material, context: { ...material.context, fallbacks: {} } });
  if (sure.kind === 'skip') {
    return others.length === 0
      ? { skip: sure.reason }
      : preparedOf(completeEvents(others), [`Of this run: ${sure.reason}`]);
  }
  if (given && others.length === given.length) return preparedOf(completeEvents(others));

  const found = await lookUp(material, sure.event);
  const built = build(material, found);
  if (built.kind === 'skip') return { skip: built.reason };
  const rename = (env: string) => mapEnvironment(inputs.event.environmentMap, env).name;
  const completed = given ? completeEvents(given, { ...built, rename }) : [built];
  const gaps = (found?.gaps ?? []).flatMap(({ fields, reason }) => {
    // What a commit's message, or an input, has told in the end is no gap.
    const unknown = fields.filter((field) =>
      completed.some(({ event }) => fieldOf(event, field) === undefined),
    );
    return unknown.length === 0 ? [] : [{ fields: unknown, reason }];
  });
  return { ...preparedOf(completed, built.notes), gaps };
}

function preparedOf(
  completed: readonly { event: Event; sources: Partial<Record<EventField, string>> }[],
  notes: string[] = [],
): Prepared {
  const events = completed.map(({ event }) => event);
  return { events, sources: completed[0]?.sources ?? {}, missing: missingFields(events), gaps: [], notes };
}

function build({ inputs, context, startedAt, now }: Material, found?: Found | undefined): BuiltEvent {
  const texts = [...(found?.changeTexts ?? []), ...context.changeTexts];
  return buildEvent({ ...context, changeTexts: texts }, { ...inputs.event, startedAt }, now, found?.facts);
}

/** Undefined when there is nothing to ask, or nobody. */
async function lookUp(
  { inputs, context, signal }: Material,
  { attributes = {} }: Event,
): Promise<Found | undefined> {
  const { repository, apiUrl, pullRequest, jobId, isFresh } = context;
  if (!inputs.detectChange || inputs.githubToken === '' || !repository || !apiUrl) return undefined;
  const fields = new Set(LOOKED_UP.filter((field) => attributes[field] === undefined));
  if (fields.size === 0) return undefined;
  const api = connectToGitHub(apiUrl, inputs.githubToken, signal);
  const { owner, name: repo } = repository;
  const sha = textOf(attributes['build_commit_sha']);
  return await lookUpChange(api, { owner, repo, sha, pullRequest, jobId, isFresh, fields });
}

const LOOKED_UP = [
  'change_id',
  'change_url',
  'change_title',
  'change_author',
  'change_approver',
  'deployment_start_time',
] as const;

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The input is JSON, or else the path of a file. */
async function readEvents(input: string, workspace: string): Promise<string> {
  if (/^\s*[[{]/.test(input)) return input;
  try {
    return await readFile(resolve(workspace, input), 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    // A text of several lines was meant as JSON; it may be long.
    const message = /[\r\n]/.test(input.trim())
      ? 'is not JSON'
      : `is neither JSON nor a file that can be read (${code}): ${input.slice(0, 200)}`;
    throw new InvalidInputError('events', message, { cause });
  }
}
