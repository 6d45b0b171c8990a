import { textAt, valueAt } from '@milepost/shared/ci';
import { lengthOf } from './examine-clock.ts';
import type { CredentialsExam } from './examine-credentials.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

/** Who asks, and what is known of how the service sees it. */
export interface Shown {
  /** What shows it: the headers of a question. */
  headers: Readonly<Record<string, string>>;
  verdict: CredentialsExam['verdict'];
  /** What tokens are to be made for. */
  audience: string;
  /** By the service's clock, as far as it is known: milliseconds since 1970. */
  now: number;
}

/** A report may come this much later. */
const SHORT_MS = 10 * 60_000;
const NEW_TOKEN = 'Fetch a new one, right before the report; --username or --client-id do so by themselves.';

/** Whom the service takes us for, by what can be read without asking it. */
export function examineIdentity(shown: Shown): Finding {
  const { headers } = shown;
  const apiKey = headers['x-api-key'];
  if (apiKey !== undefined) {
    // The characters by which the service's own list of keys shows it; the rest is the secret.
    const [id] = /^mp_[A-Za-z0-9]{8}(?=_)/.exec(apiKey) ?? [];
    return id === undefined
      ? skipped('only the service knows whose API key it is')
      : ok(`the API key ${id}…, by whoever uses it`);
  }
  const token = headers['authorization']?.replace(/^Bearer /, '') ?? '';
  const claims = claimsOf(token);
  if (claims === undefined) return skipped('the token is opaque: only the service knows whose it is');
  return findingOf(claims, shown);
}

function findingOf(claims: unknown, { verdict, audience, now }: Shown): Finding {
  const expiresAt = instantOf(claims, 'exp');
  const validFrom = instantOf(claims, 'nbf');
  const audiences = [valueAt(claims, 'aud')].flat().filter((one) => typeof one === 'string');
  const found = [
    `the token is that of ${textAt(claims, 'sub') ?? 'nobody in particular'}`,
    `from ${textAt(claims, 'iss') ?? 'an issuer that it does not name'}`,
    ...(audiences.length > 0 ? [`for ${audiences.join(' and ')}`] : []),
  ].join(', ');
  if (expiresAt !== undefined && expiresAt <= now) {
    // A service may be lenient for a while.
    const judge = verdict === 'accepted' ? warning : failed;
    return judge(`${found}; it expired ${lengthOf(now - expiresAt)} ago`, NEW_TOKEN);
  }
  if (validFrom !== undefined && validFrom > now && verdict !== 'accepted') {
    return failed(
      `${found}; it becomes valid in ${lengthOf(validFrom - now)}`,
      'Wait for that, or have the clock set where tokens are issued.',
    );
  }
  if (verdict === 'refused' && audiences.length > 0 && !audiences.some((one) => isSame(one, audience))) {
    return failed(
      `${found}, but not for ${audience}`,
      'Ask for a token whose audience is the API audience of the service (usually its base URL), by --audience.',
    );
  }
  if (expiresAt === undefined) return ok(`${found}; it does not expire`);
  const ends = `${found}; it ends in ${lengthOf(expiresAt - now)}`;
  return expiresAt - now < SHORT_MS ? warning(ends, NEW_TOKEN) : ok(ends);
}

/** The claims of a JWT, unproven; undefined of any other token. */
function claimsOf(token: string): object | undefined {
  const [, payload = '', signature] = token.split('.');
  if (signature === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

/** Seconds since 1970 (RFC 7519), as milliseconds. */
function instantOf(claims: unknown, name: string): number | undefined {
  const seconds = valueAt(claims, name);
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

/** A slash at the end makes no other audience. */
function isSame(one: string, other: string): boolean {
  return one.replace(/\/+$/, '') === other.replace(/\/+$/, '');
}
