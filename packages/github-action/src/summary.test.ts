import type { Event } from '@milepost/shared';
import type { Fate } from '@milepost/shared/client';
import type { Prepared, Report } from '@milepost/shared/report';
import { expect, test } from 'vitest';
import { summaryOf } from './summary.ts';

const deploy = (attributes: Record<string, unknown>, entityId = 'web'): Event => ({
  type: 'event-deploy',
  timestamp: '2026-03-01T12:00:00Z',
  entityId,
  attributes,
});
const prepared = (events: Event[], more: Partial<Prepared> = {}): Prepared => ({
  events,
  sources: {},
  missing: [],
  gaps: [],
  notes: [],
  ...more,
});
const stored = (event: Event, id: string): Fate => ({
  state: 'accepted',
  event,
  stored: {
    id,
    type: event.type,
    blueprintId: 'b',
    timestamp: 't',
    accountId: 'a',
    attributes: {},
    createdAt: 'c',
  },
});

test('of one deployment each field stands with its value and its source', () => {
  const event = deploy({ env: 'production', build_commit_sha: 'abc' });
  const report: Report = {
    outcome: 'reported',
    reason: '',
    prepared: prepared([event], {
      sources: { entityId: 'input', env: 'input', build_commit_sha: 'env:GITHUB_SHA', timestamp: 'clock' },
    }),
    result: {
      fates: [stored(event, 'id-1')],
      undelivered: [],
      problems: [],
      answers: [{ status: 201, body: { success: [{ id: 'id-1' }], failures: [] } }],
    },
  };
  const html = summaryOf(report);
  expect(html).toContain('<h3>Deployment reported</h3>');
  expect(html).toContain('<td><code>env</code></td><td>production</td><td>input</td>');
  expect(html).toContain('<td><code>build_commit_sha</code></td><td>abc</td><td>env:GITHUB_SHA</td>');
  expect(html).toContain('<td><code>timestamp</code></td><td>2026-03-01T12:00:00Z</td><td>clock</td>');
  expect(html).toContain('201 <code>{&quot;success&quot;:[{&quot;id&quot;:&quot;id-1&quot;}]');
});

test('what could not be known stands with what it costs, and with the permission that would give it', () => {
  const html = summaryOf({
    outcome: 'reported',
    reason: '',
    prepared: prepared([deploy({})], {
      missing: [{ field: 'change_id', costs: 'Change Failure Rate needs it' }],
      gaps: [{ fields: ['change_id'], reason: 'the job needs the permission pull-requests: read' }],
    }),
  });
  expect(html).toContain('<code>change_id</code>: Change Failure Rate needs it');
  expect(html).toContain('<code>change_id</code>: the job needs the permission pull-requests: read');
});

test('of many events each has a row with its fate, and of more than a hundred the rest is counted', () => {
  const events = Array.from({ length: 130 }, (_, index) => deploy({ env: 'dev' }, `service-${index}`));
  const fates = events.map((event, index): Fate => {
    if (index === 1) return { state: 'rejected', event, reason: "Entity 'service-1' not found" };
    if (index === 2) return { state: 'undelivered', event, problem: { fault: 'outage', message: 'reset' } };
    return stored(event, `id-${index}`);
  });
  const html = summaryOf({
    outcome: 'undelivered',
    reason: 'Two went wrong',
    prepared: prepared(events),
    result: { fates, undelivered: [], problems: [], answers: [] },
    undeliveredFile: '/tmp/u.ndjson',
  });
  expect(html).toContain('<h3>128 of 130 events reported</h3>\n<p>Two went wrong</p>');
  expect(html).toContain('<td>stored as id-0</td>');
  expect(html).toContain("<td>rejected: Entity 'service-1' not found</td>");
  expect(html).toContain('<td>not delivered: reset</td>');
  expect(html).toContain('<p>… and 30 more.</p>');
  expect(html).toContain('<code>/tmp/u.ndjson</code>');
});

test('a dry run shows what would be refused, and whose blueprint is not known here', () => {
  const html = summaryOf({
    outcome: 'rejected',
    reason: '',
    prepared: prepared([deploy({})]),
    dryRun: {
      errors: [
        { type: 'field', msg: "unknown attribute 'Env'", path: 'events[0].attributes.Env', location: 'body' },
      ],
      unchecked: ['event-audit'],
    },
  });
  expect(html).toContain('<h3>Deployment checked, not sent (dry run)</h3>');
  expect(html).toContain("<code>events[0].attributes.Env</code>: unknown attribute 'Env'");
  expect(html).toContain('<code>event-audit</code>');
});

test('a skipped run says why', () => {
  const html = summaryOf({ outcome: 'skipped', reason: 'The job was cancelled.' });
  expect(html).toBe('<h3>No deployment reported</h3>\n<p>The job was cancelled.</p>\n');
});

test("a stranger's title is text: no HTML, no Markdown, no line of its own", () => {
  const html = summaryOf({
    outcome: 'reported',
    reason: '',
    prepared: prepared([
      deploy({
        change_title: '<img src=x onerror=alert(1)>\n\n# Owned "now" & | then',
        description: 'x'.repeat(9999),
      }),
    ]),
  });
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; # Owned &quot;now&quot; &amp; | then');
  expect(html).not.toMatch(/\n\s*\n/);
  expect(html).toContain(`${'x'.repeat(500)}…`);
});
