import { AbstractStartedContainer, type StartedTestContainer } from 'testcontainers';
import { connectEmulator } from './connect-emulator.ts';
import type { Emulator } from './emulator.ts';

/** An emulator that runs in a container. `await using` stops it. */
export class StartedMilepostContainer extends AbstractStartedContainer {
  readonly #url: string;
  readonly #apiKey: string;

  constructor(container: StartedTestContainer, { url, apiKey }: { url: string; apiKey: string }) {
    super(container);
    this.#url = url;
    this.#apiKey = apiKey;
  }

  /** Base URL as this machine sees it, without a final slash. */
  getUrl(): string {
    return this.#url;
  }

  getApiKey(): string {
    return this.#apiKey;
  }

  /** The same handle as of any other emulator. Disposing of it leaves the container running. */
  connect(): Emulator {
    return connectEmulator({ url: this.#url, apiKey: this.#apiKey });
  }
}
