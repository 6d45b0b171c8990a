import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postEvents, readEvents } from '../client.ts';
import { createLedger } from '../ledger.ts';
import { startLoad } from '../load.ts';
import { createRandom, seedOf } from '../random.ts';
import { until } from '../until.ts';
import { openEngine } from './open-engine.ts';
import { startContainer } from './start-container.ts';
import type { Engine } from './start-engine.ts';

/** From `docker start` to healthy, in milliseconds. */
const HEALTHY_WITHIN = 2000;

const seed = seedOf(process.env['MILEPOST_CRASH_SEED']);
/** As strict as an engine can be. */
const LOCKED = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

let engine: Engine;
beforeAll(async () => {
  console.log(`image: MILEPOST_CRASH_SEED=${seed}`);
  engine = await openEngine('host');
});
afterAll(() => engine?.[Symbol.asyncDispose]());

describe('the image, run', () => {
  it('runs as nobody special, with nothing to write to but its volume, under a base path', async () => {
    const args = [...LOCKED, '--volume', 'strict:/data'];
    await using container = await startContainer(engine, { args, basePath: '/milepost' });
    await container.healthy();
    expect(await container.exec('id', '-u')).toBe('1000');
    await expect(container.exec('touch', '/tmp/file')).rejects.toThrow('Read-only file system');
    const body = '{"events":[{"type":"event-deploy","entityId":"checkout"}]}';
    expect(await postEvents(container, { body, idempotencyKey: undefined })).toMatchObject({ status: 201 });
    expect(await readEvents(container)).toHaveLength(1);
    const before = performance.now();
    expect(await container.stop(), 'exit code after SIGTERM').toBe(0);
    expect(performance.now() - before).toBeLessThan(5000);
  });

  it('keeps its data in a volume, whatever user of group 0 it is run as', async () => {
    await using container = await startContainer(engine, { args: [...LOCKED, '--user', '4711:0'] });
    await container.healthy();
    expect(await container.exec('stat', '--format', '%u', '/data/milepost.sqlite')).toBe('4711');
  });

  it('is healthy soon after docker start, also the first time, and its probes leave nothing in the log', async () => {
    await using container = await startContainer(engine, { args: LOCKED });
    const took: number[] = [];
    for (let round = 0; round < 3; round++) {
      await container.healthy();
      took.push(await container.healthyAfter());
      await container.stop();
      await container.start();
    }
    console.log('healthy after, ms:', JSON.stringify(took));
    // The best: a machine that does something else meanwhile is no fault of the image.
    expect(Math.min(...took)).toBeLessThan(HEALTHY_WITHIN);
    await container.healthy();
    expect(await container.logs()).not.toContain('readyz');
  });

  it('is found unhealthy when it does not answer, or not that it is ready', async () => {
    await using container = await startContainer(engine, {});
    await container.healthy();
    const format = '{{json .Config.Healthcheck.Test}}';
    const text = await engine.docker('image', 'inspect', '--format', format, 'milepost');
    const [kind, ...check]: string[] = JSON.parse(text);
    expect(kind).toBe('CMD');
    await container.exec(...check);
    await container.exec('env', 'MILEPOST_BASE_PATH=//', ...check);
    await expect(container.exec('env', 'MILEPOST_PORT=9', ...check)).rejects.toThrow('Connection refused');
    await expect(container.exec('env', 'MILEPOST_BASE_PATH=/other', ...check)).rejects.toThrow('404');
  });

  it('loses no event that it acknowledged when it is killed and started again', async () => {
    const ledger = createLedger();
    const random = createRandom(seed);
    await using container = await startContainer(engine, { args: [...LOCKED, '--volume', 'killed:/data'] });
    for (let round = 0; round < 3; round++) {
      await container.healthy();
      const load = startLoad(container, { ledger, random, round, connections: 16 });
      await until('acknowledgements', 60_000, () => load.acknowledged() >= 50 || load.problems.length > 0);
      await container.kill();
      await load.stop();
      expect(load.problems).toEqual([]);
      await container.start();
    }
    await container.healthy();
    const events = await readEvents(container);
    expect(ledger.check(events)).toEqual([]);
    console.log(
      'container killed:',
      JSON.stringify({ acknowledged: ledger.acknowledgedEvents(), found: events.length }),
    );
  });
});
