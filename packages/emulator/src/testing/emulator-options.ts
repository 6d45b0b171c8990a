import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ClockOption } from './clock-handle.ts';
import type { SeedInput } from './emulator.ts';

/** Of an emulator in this process. What is left out is as an emulator is anywhere, unless it says otherwise. */
export interface EmulatorOptions
  extends Partial<
    Pick<
      Config,
      | 'apiKeysAccepted'
      | 'apiKey'
      | 'audience'
      | 'authUrl'
      | 'autoEntities'
      | 'basePath'
      | 'entityErrors'
      | 'host'
      | 'loose'
      | 'port'
      | 'publicMetrics'
      | 'publicUrl'
    >
  > {
  /** Where the data are: in memory when left out. Text is that of `--store`. A path stays when the emulator stops. */
  store?: StoreOption | undefined;
  /** What the clock shows from the start; an instant lets it stand there. The machine's time when left out. */
  clock?: ClockOption | undefined;
  seed?: SeedInput | undefined;
  /** Requests a credential may make. None are counted when left out: on a clock that stands no window ever ends. */
  rateLimits?: { minute: number; hour: number } | null | undefined;
  /** Who may use /_control besides this machine: `any`, or addresses and subnets, separated by commas. */
  controlFrom?: string | undefined;
  /** Further spellings of environments: `{ 'prd-eu': 'production' }`. */
  environmentAliases?: Readonly<Record<string, string>> | undefined;
  /** Which of a commit's times lead time begins with; `authored` when left out. */
  leadTimeFrom?: 'authored' | 'committed' | undefined;
  /** JSON or YAML file of the systems that may send incidents. */
  incidentWebhooks?: string | undefined;
  /** A pino logger; nothing is logged without one. */
  log?: Logger | undefined;
}

/** Where the data are. */
export type StoreOption = 'memory' | { sqlite: string } | { file: string } | { postgres: string } | string;
