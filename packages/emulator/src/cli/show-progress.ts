/** Shows how far a calculation has come: a bar on a terminal, nothing elsewhere. */
export interface CalculationProgress {
  update(done: number, total: number): void;
  stop(): void;
}

/** Chains between two looks at the bar. */
const STEP = 20;

export async function showProgress(stream: NodeJS.WriteStream): Promise<CalculationProgress> {
  if (!stream.isTTY) return { update: () => {}, stop: () => {} };
  const { default: cliProgress } = await import('cli-progress');
  const format =
    '{bar} {percentage}% | {value} of {total} chains | {duration_formatted}, {eta_formatted} left';
  const bar = new cliProgress.SingleBar(
    { format, stream, hideCursor: true },
    cliProgress.Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update(done, total) {
      if (!isStarted) bar.start(total, done);
      isStarted = true;
      if (done % STEP === 0 || done === total) bar.update(done);
    },
    stop() {
      if (isStarted) bar.stop();
    },
  };
}
