import type * as Core from '@actions/core';

/** Where the Action's lines go. Whatever is said has its secrets redacted and cannot be taken for a command. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  notice(message: string): void;
  warning(message: string): void;
}

/** The runner's own log. `redact` takes secrets out. */
export function createLog(
  core: Pick<typeof Core, 'debug' | 'info' | 'notice' | 'warning' | 'isDebug'>,
  redact: (text: string) => string,
): Log {
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
