import type { TestProject } from 'vitest/node';
import { provideEmulator } from '../../src/vitest-global-setup.ts';

/** With limits, which every account has for itself. */
export default function setup(project: TestProject): Promise<() => Promise<void>> {
  return provideEmulator(project, { rateLimits: { minute: 100, hour: 1500 } });
}
