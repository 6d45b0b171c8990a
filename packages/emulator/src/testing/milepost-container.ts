import { GenericContainer, Wait } from 'testcontainers';
import { WELL_KNOWN_API_KEY } from '../auth/well-known.ts';
import { type ClockOption, clockBody } from './clock-handle.ts';
import type { SeedInput } from './emulator.ts';
import { StartedMilepostContainer } from './started-milepost-container.ts';

/** Where the image listens. */
const PORT = 4010;
/** YAML, of which JSON is a part. */
const SEED = '/tmp/milepost-seed.yaml';

/** The emulator's image in a container that Testcontainers starts, and removes afterwards. */
export class MilepostContainer extends GenericContainer {
  #apiKey = WELL_KNOWN_API_KEY;
  #basePath = '';
  #clock: ClockOption = 'system';

  /** @param image its name, as it was built or as a registry has it. */
  constructor(image = 'milepost') {
    super(image);
    // Who is outside the container is no loopback caller to it, whatever network the engine has.
    this.withExposedPorts(PORT).withEnvironment({
      MILEPOST_CONTROL_FROM: 'any',
      MILEPOST_NO_RATE_LIMIT: 'true',
    });
  }

  /** A key that replaces the well-known one: 8 to 255 printable ASCII characters without spaces. */
  withApiKey(apiKey: string): this {
    this.#apiKey = apiKey;
    return this.withEnvironment({ MILEPOST_API_KEY: apiKey });
  }

  /** A path in front of every route, such as `/milepost`. */
  withBasePath(basePath: string): this {
    this.#basePath = basePath.replace(/\/+$/, '');
    return this.withEnvironment({ MILEPOST_BASE_PATH: basePath });
  }

  /** What the clock shows at first; an instant lets it stand there, also after a reset. */
  withClock(clock: ClockOption): this {
    const { mode, now } = clockBody(clock);
    if (mode === 'frozen' && now !== undefined) return this.withEnvironment({ MILEPOST_CLOCK: now });
    this.#clock = clock;
    return this;
  }

  /** What it begins with: an object, or the path of a JSON or YAML file on this machine. */
  withSeed(seed: SeedInput): this {
    this.withEnvironment({ MILEPOST_SEED: SEED });
    return typeof seed === 'string'
      ? this.withCopyFilesToContainer([{ source: seed, target: SEED }])
      : this.withCopyContentToContainer([{ content: JSON.stringify(seed), target: SEED }]);
  }

  /** Keeps the data in a PostgreSQL: `postgres://USER:PASSWORD@HOST/DATABASE`, as the container sees it. */
  withPostgres(url: string): this {
    return this.withEnvironment({ MILEPOST_STORE: url });
  }

  /** Counts requests, and refuses what is too much; without it there are no limits, as in tests anywhere. */
  withRateLimits({ minute, hour }: { minute: number; hour: number }): this {
    return this.withEnvironment({
      MILEPOST_NO_RATE_LIMIT: 'false',
      MILEPOST_RATE_LIMIT_MINUTE: String(minute),
      MILEPOST_RATE_LIMIT_HOUR: String(hour),
    });
  }

  override async start(): Promise<StartedMilepostContainer> {
    this.waitStrategy ??= Wait.forHttp(`${this.#basePath}/readyz`, PORT).forStatusCode(200);
    const container = await super.start();
    const url = `http://${container.getHost()}:${container.getMappedPort(PORT)}${this.#basePath}`;
    const started = new StartedMilepostContainer(container, { url, apiKey: this.#apiKey });
    if (this.#clock !== 'system') await started.connect().clock.set(this.#clock);
    return started;
  }
}
