import type * as Core from '@actions/core';
import { harmless, type ReportLog } from '@milepost/shared/report';

/** The runner's own log. `redact` takes secrets out, and nothing that is said can be taken for a command. */
export function createLog(
  core: Pick<typeof Core, 'debug' | 'info' | 'notice' | 'warning' | 'isDebug'>,
  redact: (text: string) => string,
): ReportLog {
  const clean = (message: string) => harmless(redact(message));
  return {
    debug: (message) => {
      if (core.isDebug()) core.debug(clean(message));
    },
    info: (message) => core.info(clean(message)),
    notice: (message) => core.notice(clean(message)),
    warning: (message) => core.warning(clean(message)),
  };
}
