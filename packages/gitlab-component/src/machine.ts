/** What the program gets from the machine that it runs on. Made once, by `thisMachine`. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths begin. */
  cwd: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** A line of the result, to standard output. */
  print(line: string): void;
  /** A line for a person who watches, to standard error. */
  say(line: string): void;
  stdin: AsyncIterable<Buffer>;
  /** Where a progress bar may be drawn: standard error, when it is a terminal. */
  terminal: NodeJS.WriteStream | undefined;
  /** Aborted by SIGINT and SIGTERM. */
  signal: AbortSignal;
}

/** The only reader of the process, besides main.ts. */
export function thisMachine(): Machine {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Who asks twice does not want to wait.
      if (interrupted.signal.aborted) process.exit(130);
      interrupted.abort();
      // Who waits for more of it waits no longer.
      process.stdin.destroy();
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    // oclif's throws what it is told.
    stream.removeAllListeners('error').on('error', () => {});
  }
  return {
    env: process.env,
    cwd: currentDirectory(),
    now: Date.now,
    print: (line) => write(process.stdout, `${line}\n`),
    // On a terminal a progress bar may stand on the line.
    say: (line) => write(process.stderr, `${process.stderr.isTTY ? '\r\u001b[K' : ''}${line}\n`),
    stdin: process.stdin,
    terminal: process.stderr.isTTY ? process.stderr : undefined,
    signal: interrupted.signal,
  };
}

/** On a full disk, or to nobody, nothing more can be said, and what is done is done. A file throws, a pipe emits. */
function write(stream: NodeJS.WriteStream, text: string): void {
  try {
    stream.write(text);
  } catch {}
}

/** It may have been deleted meanwhile. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
