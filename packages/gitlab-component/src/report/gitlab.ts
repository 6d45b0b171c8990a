import { type Api, ApiError, deploymentsOfPipeline, lookUpForGitLab } from '@milepost/shared/api';
import { type GitLabContext, type RecordedJob, readGitLab } from '@milepost/shared/ci';
import { gitlabHeaders, gitlabToken } from '../ci-tokens.ts';
import { type Ci, type Deployment, openCiApi, type Reading } from './ci.ts';
import { jobOutcome } from './job-outcome.ts';
import { readRecords } from './read-records.ts';

const NOT_RECORDED = 'No job of this pipeline recorded a deployment';

/**
 * The GitLab job that the program is a part of. With `record` it only reports those that deployed: as they recorded
 * themselves, else as GitLab's Deployments API tells.
 */
export function openGitLab(reading: Reading): Ci {
  const { get, machine, log, detectChange } = reading;
  const { env } = machine;
  const own = readGitLab(env);
  const token = gitlabToken(get, env);
  const outcome = jobOutcome(get);
  let opened: Api | undefined;

  /** Undefined when there is nobody to ask. */
  function api(): Api | undefined {
    if (!token || own.apiUrl === undefined) return undefined;
    opened ??= openCiApi(reading, { name: 'GitLab', url: own.apiUrl, headers: gitlabHeaders(token) });
    return opened;
  }

  function deploymentOf(read: GitLabContext, entityId?: string): Deployment {
    const context = outcome ? { ...read, outcome } : read;
    return {
      context,
      entityId,
      lookUp: async (event) => {
        const asked = detectChange ? api() : undefined;
        return asked && lookUpForGitLab(event, context, asked, token?.isOwn ?? false);
      },
    };
  }

  async function reported(record: string): Promise<Deployment[] | { skip: string }> {
    const recorded = await readRecords(record, machine.cwd, log.warning);
    if (recorded.length > 0) {
      return recorded.map((job) => deploymentOf(readGitLab(env, job), job.variables['MILEPOST_ENTITY_ID']));
    }
    const told = await ask();
    if (Array.isArray(told) && told.length > 0) return told.map((job) => deploymentOf(readGitLab(env, job)));
    const why = Array.isArray(told) ? '' : `, and GitLab cannot be asked (${told.reason})`;
    if (get('status') === '' && get('env') === '') return { skip: `${NOT_RECORDED}${why}.` };
    // The user tells what was deployed; of this job nothing is the deployment's.
    log.info(`${NOT_RECORDED}${why}; what is known of the pipeline is reported.`);
    return [deploymentOf(readGitLab(env, { variables: {}, source: 'record' }))];
  }

  async function ask(): Promise<RecordedJob[] | { reason: string }> {
    const { projectId, pipelineId } = own;
    try {
      const asked = api();
      if (!asked || projectId === undefined || pipelineId === undefined) return [];
      return await deploymentsOfPipeline(asked, { projectId, pipelineId });
    } catch (error) {
      if (error instanceof ApiError) return { reason: error.message };
      throw error;
    }
  }

  return {
    withoutSecrets: own.withoutSecrets,
    deployments: async () => {
      const record = get('record');
      const all = record === '' ? [deploymentOf(own)] : await reported(record);
      const notes = Array.isArray(all) ? all.flatMap(({ context }) => context.notes ?? []) : [];
      for (const note of new Set(notes)) log.notice(note);
      return all;
    },
    close: () => opened?.close(),
  };
}
