import type { Event } from '../event/event.ts';
import { createClient } from './create-client.ts';
import { reply, type Script, store } from './scripted-server.fixture.ts';
import type { ClientOptions, Notice } from './types.ts';

/** Stores all events. */
export const accept: Script = ({ events }, res) => reply(res, 201, store(events));

export const event = (n = 0): Event => ({
  type: 'event-deploy',
  entityId: `e${n}`,
  attributes: { env: 'prod' },
});
export const many = (count: number): Event[] => Array.from({ length: count }, (_, n) => event(n));

/** A client whose time passes only while it sleeps, or is advanced. */
export function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}) {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const slept: number[] = [];
  const notices: Notice[] = [];
  const secrets: string[] = [];
  const client = createClient({
    baseUrl,
    credentials: { kind: 'token', token: 'tok-secret' },
    onNotice: (notice) => void notices.push(notice),
    onSecret: (secret) => void secrets.push(secret),
    runtime: {
      now: () => now,
      sleep: async (ms) => {
        slept.push(ms);
        now += ms;
      },
      random: () => 1,
    },
    ...options,
  });
  const advance = (ms: number) => {
    now += ms;
  };
  return { client, slept, notices, secrets, advance };
}
