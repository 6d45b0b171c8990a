import pjson from '../package.json' with { type: 'json' };

/** For oclif, which takes them from this very module: it is all that the bundle has. Filled before it asks. */
export let commands: Awaited<typeof import('./commands.ts')>['commands'] | undefined;

// Libraries print headers with it, and the tokens in them.
delete process.env['DEBUG'];

/** The program. The only module that does anything when it is loaded; the rest is loaded when it is needed. */
async function main(argv: string[]): Promise<void> {
  if (argv.length === 1 && argv[0] === '--version') {
    process.stdout.write(
      `${pjson.name}/${pjson.version} ${process.platform}-${process.arch} node-${process.version}\n`,
    );
    return;
  }
  ({ commands } = await import('./commands.ts'));
  const { runProgram } = await import('./run-program.ts');
  await runProgram(argv, commands, { root: import.meta.dirname, target: import.meta.filename, pjson });
}

// Not awaited here: oclif imports this module, and would wait for itself.
void main(process.argv.slice(2));
