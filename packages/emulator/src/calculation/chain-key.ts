import { environmentKey } from '../environment.ts';
import type { ChainKey, ChainRecord } from '../store/metric-port.ts';

/** The chain of an event: its entity, and the key of its environment. */
export function chainKeyOf({ entityId, env }: ChainKey, aliases: Readonly<Record<string, string>>): ChainKey {
  return { entityId, env: env === null ? null : environmentKey(env, aliases) };
}

/** Equal for the same chain. */
export function chainName({ entityId, env }: Pick<ChainRecord, 'entityId' | 'env'>): string {
  return JSON.stringify([entityId, env]);
}
