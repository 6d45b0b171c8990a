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
    });
  }
  return {
    env: process.env,
    cwd: process.cwd(),
    now: Date.now,
    print: (line) => void process.stdout.write(`${line}\n`),
    // On a terminal a progress bar may stand on the line.
    say: (line) => void process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[K' : ''}${line}\n`),
    stdin: process.stdin,
    terminal: process.stderr.isTTY ? process.stderr : undefined,
    signal: interrupted.signal,
  };
}
