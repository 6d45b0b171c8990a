import { HttpError } from '../../src/http/http-errors.ts';
import { startTestService } from '../service.fixture.ts';

const PATH = '/_control/clock';

export const DAY = 86_400_000;

export const iso = (instant: number) => new Date(instant).toISOString();

export type ClockedService = Awaited<ReturnType<typeof startClockedService>>;

/** A service whose midnights do what the test wants, and what the controls of its clock are called with. */
export async function startClockedService() {
  /** Midnights that were begun, and what the clock showed at the end of each. */
  const midnights: string[] = [];
  const shown: string[] = [];
  /** What a midnight does. */
  let work: (instant: string) => void | Promise<void> = () => {};

  const service = await startTestService(
    { rateLimits: { minute: 2, hour: 1500 } },
    {
      jobs: {
        async calculate() {
          throw new HttpError(503, 'not here');
        },
        async runAt(instant) {
          midnights.push(iso(instant));
          await work(iso(instant));
          shown.push(iso(service.clock.now()));
        },
      },
    },
  );
  const set = (json: object) => service.call('PUT', PATH, { json });

  return {
    service,
    midnights,
    shown,
    /** Lets all further midnights do something. */
    onMidnight(next: typeof work) {
      work = next;
    },
    set,
    freeze: (now: string) => set({ mode: 'frozen', now }),
    advance: (json: object) => service.post(`${PATH}/advance`, json),
    show: async () => (await service.get(PATH)).body,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
