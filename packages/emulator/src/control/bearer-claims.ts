import { isObject } from '@milepost/shared/validation';

/** What the token of an Authorization header says, whether or not that is true; undefined when it is no JWT. */
export function bearerClaims(authorization: string): Readonly<Record<string, unknown>> | undefined {
  const payload = /^Bearer +[^.]+\.([^.]+)\./i.exec(authorization)?.[1] ?? '';
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    return isObject(claims) ? claims : undefined;
  } catch {
    return undefined;
  }
}
