import { resolve } from 'node:path';
import { Args, Command, Flags } from '@oclif/core';
import { systemClock } from '../../../clock.ts';
import { importIncidents } from '../../../incidents/import-incidents.ts';
import { readIncidents } from '../../../incidents/read-incidents.ts';
import { accountFlags } from '../../account-flags.ts';
import { calledFrom } from '../../called-from.ts';
import { openAccount } from '../../open-account.ts';

export class IncidentsImport extends Command {
  static override readonly summary = 'Import incidents from a file; a second import of it changes nothing.';
  static override readonly description =
    'The file is CSV whose columns are named as the members of the API (title, externalSystem, externalIncidentNumber, changeId, detectedAt, …; affectedEntityIds separated by semicolons), a JSON array, or one JSON object a line. An incident is known by externalSystem and externalIncidentNumber; without them by the whole row. Bad rows are told on standard error, the others are imported, and the exit code is 1.';
  static override readonly examples = [
    '<%= config.bin %> incidents import incidents.csv',
    '<%= config.bin %> incidents import incidents.ndjson --dry-run --json',
  ];
  static override readonly args = {
    file: Args.string({ description: 'CSV, a JSON array, or JSON lines.', required: true }),
  };
  static override readonly flags = {
    ...accountFlags,
    'dry-run': Flags.boolean({ description: 'Check the file and tell what would happen; write nothing.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(IncidentsImport);
    const base = calledFrom(process.env, process.cwd());
    const { store, account } = await openAccount(flags, base);
    try {
      const counts = await importIncidents(readIncidents(resolve(base, args.file)), {
        store,
        accountId: account.id,
        now: systemClock.now(),
        dryRun: flags['dry-run'],
        onBadRow: (place, problem) => process.stderr.write(`${place}: ${problem}\n`),
      });
      const { created, updated, unchanged, bad } = counts;
      const words = `${created} created, ${updated} updated, ${unchanged} unchanged, ${bad} bad`;
      this.log(flags.json ? JSON.stringify(counts) : `${flags['dry-run'] ? 'Would be: ' : ''}${words}`);
      if (bad > 0) this.exit(1);
    } finally {
      await store.close();
    }
  }
}
