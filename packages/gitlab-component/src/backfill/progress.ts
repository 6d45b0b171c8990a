import type { Machine } from '../machine.ts';
import type { Source } from './source.ts';

/** Shows how far it has come. */
export interface Progress {
  update(position: string, sent: number): void;
  stop(): void;
}

/** At most a line so often, in milliseconds, where nobody watches. */
const BETWEEN_LINES = 5000;

/** A bar on a terminal, plain lines elsewhere. */
export async function showProgress(
  { terminal, now, say }: Pick<Machine, 'terminal' | 'now' | 'say'>,
  progressOf: Source['progress'],
): Promise<Progress> {
  if (!terminal) {
    let last = now();
    return {
      update(position, sent) {
        if (now() - last < BETWEEN_LINES) return;
        last = now();
        say(`${percentOf(progressOf(position))}, ${sent} events sent`);
      },
      stop: () => {},
    };
  }
  const { default: cliProgress } = await import('cli-progress');
  const format = '{bar} {percentage}% | {sent} events sent | {duration_formatted}, {eta_formatted} left';
  const bar = new cliProgress.SingleBar(
    { format, stream: terminal, hideCursor: true },
    cliProgress.Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update(position, sent) {
      const { done = 0, total = 0 } = progressOf(position) ?? {};
      if (!isStarted) bar.start(total, done, { sent });
      isStarted = true;
      bar.setTotal(total);
      bar.update(done, { sent });
    },
    stop: () => {
      if (isStarted) bar.stop();
    },
  };
}

function percentOf(progress: { done: number; total: number } | undefined): string {
  if (!progress || progress.total === 0) return 'going on';
  return `${Math.floor((100 * progress.done) / progress.total)} %`;
}
