import { expect, it } from 'vitest';
import { isSignedBy } from './webhook-signature.ts';

const BODY = '{"event":{"title":"Größe"}}';
const SECRET = 'a very secret secret';
// printf '{"event":{"title":"Größe"}}' | openssl dgst -sha256 -hmac 'a very secret secret'
const RIGHT = '962456ea2d3c7402bb9dc57bcf4b46b052a482bb464b561872c67b85ced7bdbd';
const wrong = '0'.repeat(64);

it.each<['pagerduty' | 'servicenow', Record<string, string>, boolean]>([
  ['pagerduty', { 'x-pagerduty-signature': `v1=${RIGHT}` }, true],
  ['pagerduty', { 'x-pagerduty-signature': `v1=${RIGHT.toUpperCase()}` }, true],
  ['pagerduty', { 'x-pagerduty-signature': `v1=${wrong},v1=${RIGHT}` }, true],
  ['pagerduty', { 'x-pagerduty-signature': `v1=${RIGHT}, v2=${wrong}` }, true],
  ['pagerduty', { 'x-pagerduty-signature': `v1=${wrong}` }, false],
  ['pagerduty', { 'x-pagerduty-signature': `v0=${RIGHT}` }, false],
  ['pagerduty', { 'x-pagerduty-signature': RIGHT }, false],
  ['pagerduty', { 'x-pagerduty-signature': 'v1=' }, false],
  ['pagerduty', { 'x-pagerduty-signature': '' }, false],
  ['pagerduty', {}, false],
  ['pagerduty', { 'x-milepost-secret': SECRET }, false],
  ['pagerduty', { 'x-milepost-signature': `sha256=${RIGHT}` }, false],
  ['servicenow', { 'x-milepost-signature': `sha256=${RIGHT}` }, true],
  ['servicenow', { 'x-milepost-secret': SECRET }, true],
  ['servicenow', { 'x-milepost-secret': `${SECRET} ` }, false],
  ['servicenow', { 'x-milepost-secret': '' }, false],
  ['servicenow', { 'x-milepost-signature': `sha256=${wrong}` }, false],
  ['servicenow', { 'x-pagerduty-signature': `v1=${RIGHT}` }, false],
  ['servicenow', {}, false],
])('%s with %j: %s', (source, headers, expected) => {
  expect(isSignedBy({ source, secret: SECRET }, headers, BODY)).toBe(expected);
});

it('holds for this body only', () => {
  const headers = { 'x-pagerduty-signature': `v1=${RIGHT}` };
  expect(isSignedBy({ source: 'pagerduty', secret: SECRET }, headers, `${BODY} `)).toBe(false);
  expect(isSignedBy({ source: 'pagerduty', secret: `${SECRET}!` }, headers, BODY)).toBe(false);
});
