import type * as Core from '@actions/core';
import type { ReportLog } from '@milepost/shared/report';

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

/**
 * One plain line. The runner takes `::…` at the start of a line, and `##[…` anywhere, for a command; a title, or
 * what a service answers, may be written by a stranger.
 */
export function harmless(text: string): string {
  return text
    .replace(/[\r\n\u2028\u2029]+/g, ' ')
    .replace(/##\[/g, '# #[')
    .replace(/^\s*::/, (start) => start.replace('::', ': :'));
}
