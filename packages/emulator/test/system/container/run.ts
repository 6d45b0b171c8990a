import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Environment of a program: that of the test, and these besides. */
export type Environment = Record<string, string>;

/** Runs a program to its end and answers its standard output. Throws, with all that it printed, when it fails. */
export async function run(command: readonly string[], env: Environment = {}): Promise<string> {
  const [program = '', ...args] = command;
  try {
    const options = { env: { ...process.env, ...env }, maxBuffer: 1 << 28, timeout: 900_000 };
    const { stdout } = await execute(program, args, options);
    return stdout.trim();
  } catch (error) {
    const printed = ['stdout', 'stderr'].map((name) => String(Reflect.get(Object(error), name) ?? ''));
    throw new Error(`${command.join(' ').slice(0, 300)} failed: ${printed.join('\n').slice(-6000)}`, {
      cause: error,
    });
  }
}
