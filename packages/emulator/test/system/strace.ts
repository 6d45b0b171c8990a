import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/** One system call as strace saw it. `begin` and `end` are line numbers: less is earlier, in all threads. */
export interface SystemCall {
  name: string;
  /** Of the first file descriptor, as -y shows it: a path, or `socket:[123]`. */
  file: string | undefined;
  /** The texts among the arguments, unescaped, one byte a character. */
  texts: string[];
  result: string;
  begin: number;
  end: number;
}

export function hasStrace(): boolean {
  return process.platform === 'linux' && spawnSync('strace', ['-V']).status === 0;
}

/**
 * A command that traces another one. -D leaves the traced program the direct child. Each fsync ends 3 ms late, as
 * on a slow disk, so that an answer which does not wait for it is early without fail.
 */
export function straceCommand(output: string): string[] {
  const calls =
    'fsync,fdatasync,pwrite64,pwritev,write,writev,rename,renameat,renameat2,sendto,sendmsg,sendmmsg';
  const slow = 'inject=fsync,fdatasync:delay_exit=3000';
  return ['strace', '-D', '-f', '-y', '-s', '4000000', '-e', `trace=${calls}`, '-e', slow, '-o', output];
}

export async function readTrace(path: string): Promise<SystemCall[]> {
  return parseTrace(await readFile(path, 'latin1'));
}

const LINE = /^(\d+) +(.*)$/s;
const RESUMED = /^<\.\.\. (\w+) resumed>(.*)$/s;
const UNFINISHED = ' <unfinished ...>';

/** Puts calls together that strace shows in two halves, since other threads came between. */
export function parseTrace(trace: string): SystemCall[] {
  const calls: SystemCall[] = [];
  const unfinished = new Map<string, { text: string; begin: number }>();
  for (const [number, line] of trace.split('\n').entries()) {
    const [, pid = '', text = ''] = LINE.exec(line) ?? [];
    const [, resumedName, rest = ''] = RESUMED.exec(text) ?? [];
    if (text.endsWith(UNFINISHED)) {
      unfinished.set(pid, { text: text.slice(0, -UNFINISHED.length), begin: number });
      continue;
    }
    const first = resumedName === undefined ? undefined : unfinished.get(pid);
    const call = parseCall(`${first?.text ?? ''}${resumedName === undefined ? text : rest}`);
    if (call) calls.push({ ...call, begin: first?.begin ?? number, end: number });
  }
  return calls;
}

const CALL = /^(\w+)\((?:(?:AT_FDCWD|\d+)<([^>]*)>)?(.*)\) += (\S+).*$/s;

function parseCall(text: string): Omit<SystemCall, 'begin' | 'end'> | undefined {
  const [, name, file, rest = '', result = ''] = CALL.exec(text) ?? [];
  return name === undefined ? undefined : { name, file, texts: quotedTexts(rest), result };
}

function quotedTexts(text: string): string[] {
  return Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"/gs), ([, quoted = '']) => unescapeText(quoted));
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' };

function unescapeText(text: string): string {
  return text.replaceAll(/\\(?:([0-7]{1,3})|(.))/gs, (_match, octal?: string, letter = '') =>
    octal === undefined ? (ESCAPES[letter] ?? letter) : String.fromCharCode(Number.parseInt(octal, 8)),
  );
}
