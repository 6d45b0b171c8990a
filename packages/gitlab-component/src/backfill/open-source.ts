import { extname, resolve } from 'node:path';
import { openApi } from '@milepost/shared/api';
import type { GetInput, ReportLog } from '@milepost/shared/report';
import { githubHeaders, githubToken, gitlabHeaders, gitlabToken } from '../ci-tokens.ts';
import type { Machine } from '../machine.ts';
import { UsageError } from '../usage-error.ts';
import type { BackfillSettings } from './backfill-settings.ts';
import { parseColumnMap } from './column-map.ts';
import type { Source } from './source.ts';
import { csvFile } from './sources/csv-file.ts';
import { gitTags } from './sources/git-tags.ts';
import { githubDeployments } from './sources/github-deployments.ts';
import { gitlabDeployments } from './sources/gitlab-deployments.ts';
import { ndjsonFile } from './sources/ndjson-file.ts';

const SOURCES = ['from-github', 'from-gitlab', 'from-tags', 'from-file'] as const;
/** GitHub's limits begin anew each hour; a backfill waits for that. */
const PATIENCE = 2 * 3_600_000;

/** @throws UsageError, InvalidInputError */
export function openSource(
  get: GetInput,
  { columns, delimiter }: { columns: readonly string[]; delimiter: string },
  settings: BackfillSettings,
  machine: Machine,
  log: ReportLog,
  redact: (text: string) => string,
): Source {
  const given = SOURCES.filter((name) => get(name) !== '');
  const [name] = given;
  if (!name || given.length > 1) {
    throw new UsageError(
      `give one of ${SOURCES.map((one) => `--${one}`).join(', ')}${name ? ', not several' : ''}`,
    );
  }
  const { env, cwd, signal } = machine;
  const value = get(name);
  const options = { env, signal, redact, budgetMs: PATIENCE, maxAttempts: 8, onNotice: log.info };
  switch (name) {
    case 'from-github': {
      if (!/^[^/\s]+\/[^/\s]+$/.test(value))
        throw new UsageError(`--from-github: '${value}' is not OWNER/REPO`);
      const url = get('github-url') || env['GITHUB_API_URL'] || 'https://api.github.com';
      const headers = githubHeaders(githubToken(get, env));
      return githubDeployments(
        openApi({ ...options, name: 'GitHub', url, headers }),
        { url, repository: value },
        settings,
        machine.now,
      );
    }
    case 'from-gitlab': {
      const url = get('gitlab-url') || env['CI_API_V4_URL'] || 'https://gitlab.com/api/v4';
      const headers = gitlabHeaders(gitlabToken(get, env));
      return gitlabDeployments(
        openApi({ ...options, name: 'GitLab', url, headers }),
        { url, project: value },
        settings,
      );
    }
    case 'from-tags':
      return gitTags(resolve(cwd, get('repo') || '.'), value, settings);
    case 'from-file': {
      const path = resolve(cwd, value);
      const map = parseColumnMap(columns);
      const format = get('format') || (extname(path).toLowerCase() === '.csv' ? 'csv' : 'ndjson');
      return format === 'csv'
        ? csvFile(path, map, delimiterOf(delimiter), settings, log.notice)
        : ndjsonFile(path, map, settings);
    }
  }
}

/** A tab is hard to give. */
function delimiterOf(given: string): string {
  if (given === '') return ',';
  return given === 'tab' || given === '\\t' ? '\t' : given;
}
