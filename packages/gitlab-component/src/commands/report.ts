import { Command } from '@oclif/core';
import { serviceFlags } from '../service-flags.ts';

export class Report extends Command {
  static override readonly summary = 'Report the deployment that this job makes.';
  static override readonly flags = serviceFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(Report);
    this.log(JSON.stringify(flags));
  }
}
