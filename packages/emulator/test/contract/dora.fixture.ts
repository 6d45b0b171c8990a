import { startTestService } from '../service.fixture.ts';

export type DoraService = Awaited<ReturnType<typeof startDoraService>>;

/** The sha of a commit that is known by one hex digit. */
export const sha = (digit: string) => digit.repeat(40);

/** A commit: one hex digit, when it was authored, and the digits of its parents. */
export const commit = (digit: string, authoredAt: string, ...parents: string[]) => ({
  sha: sha(digit),
  authoredAt,
  parents: parents.map(sha),
});

/** `event-deploy` of checkout to production that succeeded, unless it is said otherwise. */
export const deploy = (timestamp: string, attributes: object = {}, entityId: string | null = 'checkout') => ({
  type: 'event-deploy',
  timestamp,
  ...(entityId !== null && { entityId }),
  attributes: { env: 'production', status: 'success', ...attributes },
});

/** A service with the calls that tests of metrics make. */
export async function startDoraService() {
  const service = await startTestService();

  return {
    service,
    async connect(entityIds: string[], commits: object[], place: object = {}): Promise<string> {
      const repo = await service.post('/repos', { name: entityIds.join(), entityIds, ...place });
      const added = await service.post(`/repos/${repo.body.id}/commits`, { commits });
      if (added.status !== 201) throw new Error(`The commits were not taken: ${added.text}`);
      return repo.body.id;
    },
    /** Stores all of them, answers their ids. */
    async send(...events: object[]): Promise<string[]> {
      const ids: string[] = [];
      for (let start = 0; start < events.length; start += 15) {
        const { text, body } = await service.send(events.slice(start, start + 15));
        if (body.failures?.length !== 0) throw new Error(`The events were not taken: ${text}`);
        ids.push(...body.success.map(({ id }: { id: string }) => id));
      }
      return ids;
    },
    async incident(json: object): Promise<string> {
      const { status, text, body } = await service.post('/incidents', { title: 'Nobody can pay', ...json });
      if (status !== 201) throw new Error(`The incident was not taken: ${text}`);
      return body.id;
    },
    async calculate() {
      const { body } = await service.call('POST', '/_control/calculate');
      if (body.state !== 'succeeded') throw new Error(`The calculation failed: ${body.error}`);
      return body;
    },
    /** The body of GET /dora. */
    dora: async (query = '') => (await service.get(`/dora${query}`)).body,
    /** The body of GET /dora/explain. */
    explain: async (query: string) => (await service.get(`/dora/explain?${query}`)).body,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
