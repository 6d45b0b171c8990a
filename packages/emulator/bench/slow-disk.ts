import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A disk whose every fsync takes `delayMs` longer, by strace's injection of a delay behind the call. */
export interface SlowDisk {
  /** What to put in front of a command. */
  under: readonly string[];
  /** Delayed fsyncs so far, of all threads. */
  delayedSyncs(): number;
}

/** Version of strace, or undefined when there is none. */
export function straceVersion(): string | undefined {
  const { stdout, error } = spawnSync('strace', ['-V'], { encoding: 'utf8' });
  return error ? undefined : /version (\S+)/.exec(stdout)?.[1];
}

/** @param traceFile where strace notes the calls that it has delayed. */
export function slowDisk(traceFile: string, delayMs: number): SlowDisk {
  const calls = 'fsync,fdatasync';
  const inject = `inject=${calls}:delay_exit=${delayMs * 1000}`;
  return {
    // --seccomp-bpf: all the other system calls run untraced, at full speed. -f: the threads, too.
    under: ['strace', '-f', '-qq', '--seccomp-bpf', '-o', traceFile, '-e', `trace=${calls}`, '-e', inject],
    delayedSyncs: () => readFileSync(traceFile, 'utf8').match(/\(DELAYED\)/g)?.length ?? 0,
  };
}
