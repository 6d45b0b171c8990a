import type { Problems } from '@milepost/shared/validation';
import type {
  BlueprintRecord,
  CommitRecord,
  EntityRecord,
  IncidentRecord,
  NewEvent,
  RepoRecord,
  Store,
} from '../store/store.ts';

/** What is missing in an account of a seed: checked, and ready to be written. */
export interface SeedDraft {
  entities: EntityRecord[];
  blueprints: BlueprintRecord[];
  repos: RepoDraft[];
  incidents: IncidentRecord[];
  events: NewEvent[];
}

export interface RepoDraft {
  repo: Omit<RepoRecord, 'lastSeq'>;
  isNew: boolean;
  /** Known ones among them. */
  commits: CommitRecord[];
}

/** For whom a seed is planted, and when. */
export interface PlantOptions {
  accountId: string;
  /** Milliseconds since 1970: of what the seed gives no time. */
  now: number;
}

/** What the makers of a draft share. They read the store, and write nothing. */
export interface DraftContext extends PlantOptions {
  store: Store;
  problems: Problems;
}

/** The account as it will be with the seed's entities and blueprints. */
export type SeededAccount = Pick<Store, 'findEntities' | 'findBlueprint'>;
