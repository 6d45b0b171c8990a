import type { CreateFaultBody, FaultBody } from '../control/fault.schema.ts';
import type { FaultMatch } from '../control/fault-match.schema.ts';
import type { CallService } from './call-service.ts';
import { EmulatorError } from './emulator-error.ts';
import { type FaultShorthands, faultShorthands } from './fault-shorthands.ts';

/** A fault, as POST /_control/faults takes it. */
export type FaultInput = CreateFaultBody;

/** Which requests a fault is for. */
export type FaultFilter = FaultMatch;

/** A fault that is there, until it is removed, spent or over. Goes at the end of its block with `await using`. */
export interface InjectedFault extends AsyncDisposable {
  id: string;
  /** Does nothing when it has gone already. */
  remove(): Promise<void>;
}

/** What goes wrong in an emulator, or for an account of its own in it. Each call rejects with an EmulatorError. */
export interface EmulatorFaults extends FaultShorthands {
  add(fault: FaultInput): Promise<InjectedFault>;
  /** The oldest first, with how often each has matched and fired. */
  list(): Promise<FaultBody[]>;
  clear(): Promise<void>;
}

export function createFaultsHandle(call: CallService): EmulatorFaults {
  async function add(fault: FaultInput): Promise<InjectedFault> {
    const { id } = await call<{ id: string }>('POST', '/_control/faults', { json: fault });
    async function remove(): Promise<void> {
      try {
        await call('DELETE', `/_control/faults/${id}`);
      } catch (error) {
        if (!(error instanceof EmulatorError && error.status === 404)) throw error;
      }
    }
    return { id, remove, [Symbol.asyncDispose]: remove };
  }

  return {
    ...faultShorthands(add),
    add,
    async list() {
      return (await call<{ items: FaultBody[] }>('GET', '/_control/faults')).items;
    },
    clear: () => call('DELETE', '/_control/faults'),
  };
}
