import { expect } from 'vitest';
import type { FaultBody } from '../../src/control/fault.schema.ts';
import type { TestService } from '../service.fixture.ts';

/** Adds a fault and answers its id. */
export async function addFault(service: TestService, fault: object): Promise<string> {
  const { status, body } = await service.post('/_control/faults', fault);
  expect(status).toBe(201);
  expect(body).toEqual({ id: expect.any(String) });
  return body.id;
}

export async function listFaults(service: TestService): Promise<FaultBody[]> {
  const { status, body } = await service.get('/_control/faults');
  expect(status).toBe(200);
  return body.items;
}
