import {
  type CiContext,
  type GitHubContext,
  type GitLabContext,
  readGitHub,
  readGitLab,
  readOther,
} from '@milepost/shared/ci';
import { type GetInput, readPayload } from '@milepost/shared/report';
import type { Machine } from '../machine.ts';
import { detectCi } from '../report/open-ci.ts';

/** The CI system that the program runs in, and what a report reads from its variables. */
export type CiRead =
  | { kind: 'github'; context: GitHubContext }
  | { kind: 'gitlab'; context: GitLabContext }
  | { kind: 'other'; context: CiContext };

/** @param note is told of what is wrong with the payload of GitHub's event. */
export async function readCi(
  get: GetInput,
  { env, cwd }: Pick<Machine, 'env' | 'cwd'>,
  note: (message: string) => void,
): Promise<CiRead> {
  const kind = detectCi(env);
  if (kind === 'gitlab') return { kind, context: readGitLab(env) };
  const jobStatus = get('job-status');
  if (kind === 'github') {
    const log = { debug: () => {}, info: () => {}, notice: () => {}, warning: note };
    const payload = await readPayload(env['GITHUB_EVENT_PATH'], log);
    return { kind, context: readGitHub({ env, payload, inputs: { jobStatus, matrix: '', checkRunId: '' } }) };
  }
  const { default: envCi } = await import('env-ci');
  return { kind, context: readOther(env, envCi({ env, cwd }), '', jobStatus) };
}
