import type { CallOptions, TestService } from '../service.fixture.ts';

/** What the journal has of the last request to the service itself. */
export async function lastEntry(service: TestService) {
  const { body } = await service.get('/_control/requests');
  return body.items.at(-1);
}

/** Sends a request and answers its status, and why it was refused as the journal has it. */
export async function refusalsOf(
  service: TestService,
  method: string,
  path: string,
  request?: CallOptions,
): Promise<[status: number, ...refused: string[]]> {
  const { status } = await service.call(method, path, request);
  const { refused } = await lastEntry(service);
  return [status, ...refused.map(lineOf)];
}

/** `timestamp /events/0/timestamp "2026-01-31T09:30:00Z"`: rule, pointer, nearest. */
export function lineOf({
  rule,
  path,
  nearest,
}: {
  rule: string;
  path: string | null;
  nearest: unknown;
}): string {
  return `${rule} ${path ?? '-'} ${JSON.stringify(nearest)}`;
}
