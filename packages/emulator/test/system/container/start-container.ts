import { setTimeout as delay } from 'node:timers/promises';
import { WELL_KNOWN_API_KEY } from '../../../src/auth/well-known.ts';
import { freePort } from '../../free-port.ts';
import type { Target } from '../client.ts';
import { until } from '../until.ts';
import type { Engine } from './start-engine.ts';

/** Milliseconds between two questions. */
const ASKING = 200;

/** The emulator in a container on the machine's network. */
export interface Container extends Target {
  /** Runs a program in it; throws when that fails. */
  exec(...words: string[]): Promise<string>;
  /** Waits until the engine finds it healthy. */
  healthy(): Promise<void>;
  /** Milliseconds from `docker start` to the end of the first check that found it healthy. */
  healthyAfter(): Promise<number>;
  /** What it printed since it was made. */
  logs(): Promise<string>;
  /** `docker stop`, and the exit code. */
  stop(): Promise<number>;
  kill(): Promise<void>;
  /** Again, after `stop` or `kill`. */
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** @param options.args of `docker run`. */
export async function startContainer(
  { docker }: Engine,
  { args = [], basePath = '' }: { args?: string[]; basePath?: string },
): Promise<Container> {
  const port = await freePort();
  const settings = { PORT: port, BASE_PATH: basePath, NO_RATE_LIMIT: true };
  const environment = Object.entries(settings).flatMap(([name, value]) => [
    '--env',
    `MILEPOST_${name}=${value}`,
  ]);
  const id = await docker('create', '--network', 'host', ...environment, ...args, 'milepost');
  let startedAt = 0;
  async function start(): Promise<void> {
    startedAt = Date.now();
    await docker('start', id);
  }
  const inspect = (template: string) => docker('inspect', '--format', template, id);

  await start();
  return {
    url: `http://127.0.0.1:${port}${basePath}`,
    apiKey: WELL_KNOWN_API_KEY,
    exec: (...words) => docker('exec', id, ...words),
    async healthy() {
      await until('a healthy container', 60_000, async () => {
        const [running, health] = (await inspect('{{.State.Running}} {{.State.Health.Status}}')).split(' ');
        if (running !== 'true') throw new Error(`it has ended: ${await docker('logs', id)}`);
        // Asking takes a processor from the service that starts.
        return health === 'healthy' || delay(ASKING, false);
      });
    },
    async healthyAfter() {
      const checks: { Start: string; End: string; ExitCode: number }[] = JSON.parse(
        await inspect('{{json .State.Health.Log}}'),
      );
      // Those of an earlier start are kept.
      const healthy = checks.find(({ Start, ExitCode }) => ExitCode === 0 && Date.parse(Start) > startedAt);
      if (!healthy) throw new Error('no check found it healthy');
      return Date.parse(healthy.End) - startedAt;
    },
    logs: () => docker('logs', id),
    async stop() {
      await docker('stop', '--time', '15', id);
      return Number(await inspect('{{.State.ExitCode}}'));
    },
    async kill() {
      await docker('kill', '--signal', 'KILL', id);
    },
    start,
    async [Symbol.asyncDispose]() {
      await docker('rm', '--force', '--volumes', id);
    },
  };
}
