import { InvalidInputError } from '@milepost/shared/ci';
import { createRedactor, hasCredentials } from '@milepost/shared/client';
import {
  fails,
  type GetInput,
  type Report,
  readFailOn,
  readReportInputs,
  redactReport,
  refusalOf,
  sendReport,
  tellReport,
} from '@milepost/shared/report';
import { givenSecrets } from '../ci-tokens.ts';
import type { Machine } from '../machine.ts';
import { nameFlag } from '../name-flag.ts';
import { createLog } from '../terminal-log.ts';
import { USER_AGENT } from '../user-agent.ts';
import type { Reading } from './ci.ts';
import { openCi } from './open-ci.ts';
import { prepareDeployments } from './prepare-deployments.ts';
import { printReport } from './print-report.ts';
import { writeDotenv } from './write-dotenv.ts';

/**
 * Reports the deployment of this run and says what became of it.
 *
 * @returns the exit code: 0 reported or skipped, 1 by `fail-on`, 2 for an input that cannot be used.
 */
export async function runReport(
  get: GetInput,
  machine: Machine,
  { json, verbose }: { json: boolean; verbose: boolean },
): Promise<number> {
  const { env } = machine;
  const redactor = createRedactor(givenSecrets(get, env));
  const log = createLog(machine, redactor.redact, verbose);
  const failOn = readFailOn(get);
  const { report, isUsage } = await attempt(async () => {
    const inputs = readReportInputs(get);
    const reading: Reading = {
      get,
      machine,
      log,
      redact: redactor.redact,
      detectChange: inputs.detectChange,
    };
    const ci = await openCi(reading);
    try {
      if (ci.withoutSecrets !== undefined && !inputs.dryRun && !hasCredentials(inputs.client)) {
        return { outcome: 'skipped', reason: ci.withoutSecrets };
      }
      return await sendReport(
        inputs,
        async () => {
          const deployments = await ci.deployments();
          return 'skip' in deployments
            ? deployments
            : await prepareDeployments(deployments, inputs, machine, log);
        },
        {
          env,
          userAgent: USER_AGENT,
          onSecret: redactor.add,
          signal: machine.signal,
          log,
          directory: machine.cwd,
          nameInput: nameFlag,
        },
      );
    } finally {
      ci.close();
    }
  });
  // Before anything is cut: half a secret would not be found any more.
  const clean = redactReport(report, redactor.redact);
  tellReport(clean, log);
  const dotenv = get('dotenv');
  if (dotenv !== '') await writeDotenv(dotenv, clean, machine, log);
  printReport(clean, machine, json);
  if (fails(clean, failOn)) {
    log.error(clean.reason);
    return isUsage ? 2 : 1;
  }
  if (clean.fault !== undefined) log.warning(clean.reason);
  return 0;
}

async function attempt(report: () => Promise<Report>): Promise<{ report: Report; isUsage: boolean }> {
  try {
    return { report: await report(), isUsage: false };
  } catch (error) {
    return { report: refusalOf(error, nameFlag), isUsage: error instanceof InvalidInputError };
  }
}
