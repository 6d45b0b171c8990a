import { hash } from 'node:crypto';
import type { Clock } from '../clock.ts';

const MAX_WRONG_TRIES = 10;
const PERIOD_MS = 15 * 60 * 1000;
/** Each wrong try costs a password hash, so that nobody pushes his own out by filling the map. */
const MAX_REMEMBERED = 10_000;

/** Who tries to sign in, and from where. */
export interface LoginAttempt {
  username: string;
  address: string;
}

/** Slows down the guessing of passwords: ten wrong tries per user and address in any 15 minutes. */
export interface LoginThrottle {
  /** Seconds until another try is allowed; 0 when it is now. */
  secondsToWait(attempt: LoginAttempt): number;
  countWrongTry(attempt: LoginAttempt): void;
  /** Forgets the wrong tries: the password was right. */
  clear(attempt: LoginAttempt): void;
  /** Forgets the wrong tries for one user, wherever they came from, or for all. */
  forget(username?: string): void;
}

/**
 * In memory, of this process: a restart forgives. Of more than ten thousand users and addresses the longest
 * quiet are forgotten.
 */
export function createLoginThrottle(clock: Clock): LoginThrottle {
  /** Instants of the wrong tries, oldest first; the entry last written is the map's last. */
  const wrongTries = new Map<string, number[]>();

  function recentTries(key: string, now: number): number[] {
    // One in the future is there when the clock was set back; it must not lock anybody out.
    return (wrongTries.get(key) ?? []).filter((at) => at <= now && at > now - PERIOD_MS);
  }

  return {
    secondsToWait(attempt) {
      const now = clock.now();
      const tries = recentTries(keyOf(attempt), now);
      const decisive = tries.at(-MAX_WRONG_TRIES);
      return decisive === undefined ? 0 : Math.ceil((decisive + PERIOD_MS - now) / 1000);
    },

    countWrongTry(attempt) {
      const now = clock.now();
      const key = keyOf(attempt);
      const tries = [...recentTries(key, now), now].slice(-MAX_WRONG_TRIES);
      wrongTries.delete(key);
      wrongTries.set(key, tries);
      for (const oldest of wrongTries.keys()) {
        if (wrongTries.size <= MAX_REMEMBERED && recentTries(oldest, now).length > 0) break;
        wrongTries.delete(oldest);
      }
    },

    clear(attempt) {
      wrongTries.delete(keyOf(attempt));
    },

    forget(username) {
      const user = username && userKeyOf(username);
      for (const key of wrongTries.keys()) if (!user || key.startsWith(user)) wrongTries.delete(key);
    },
  };
}

function keyOf({ username, address }: LoginAttempt): string {
  return `${userKeyOf(username)} ${address}`;
}

/** A digest, because the name may be as long as a body may be. */
function userKeyOf(username: string): string {
  return hash('sha256', username.toLowerCase());
}
