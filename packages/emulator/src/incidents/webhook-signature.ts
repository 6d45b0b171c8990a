import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { IncidentWebhook } from './webhook-config.ts';

/**
 * Whether a request was sent by one who has the secret of the webhook.
 *
 * - PagerDuty: `X-PagerDuty-Signature: v1=<hex HMAC-SHA256 of the body>`, several with commas between them while a
 *   secret is replaced; one that is right is enough.
 * - ServiceNow, which cannot sign without a script: `X-Milepost-Signature: sha256=<hex HMAC-SHA256 of the body>`, or
 *   the secret itself in `X-Milepost-Secret`.
 *
 * @param body the bytes as they came, as UTF-8.
 * @see https://developer.pagerduty.com/docs/webhooks/webhook-signatures/
 */
export function isSignedBy(
  { source, secret }: Pick<IncidentWebhook, 'source' | 'secret'>,
  headers: IncomingHttpHeaders,
  body: string,
): boolean {
  const digest = createHmac('sha256', secret).update(body, 'utf8').digest('hex');
  if (source === 'pagerduty')
    return signatures(headers['x-pagerduty-signature'], 'v1=').some(equalTo(digest));
  const shared = headers['x-milepost-secret'];
  return (
    signatures(headers['x-milepost-signature'], 'sha256=').some(equalTo(digest)) ||
    (typeof shared === 'string' && equalTo(secret)(shared))
  );
}

/** Signatures of the version that is known, without its name. */
function signatures(header: string | string[] | undefined, version: string): string[] {
  return [header ?? []]
    .flat()
    .flatMap((value) => value.split(','))
    .map((one) => one.trim())
    .filter((one) => one.startsWith(version))
    .map((one) => one.slice(version.length).toLowerCase());
}

/** Compares in a time that tells nothing of where, or in how many characters, the two differ. */
function equalTo(expected: string): (sent: string) => boolean {
  const key = 'same length';
  const hash = (text: string) => createHmac('sha256', key).update(text, 'utf8').digest();
  const wanted = hash(expected);
  return (sent) => timingSafeEqual(hash(sent), wanted);
}
