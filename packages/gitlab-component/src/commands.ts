import { Report } from './commands/report.ts';

/** Every command, by the words that call it. */
export const commands = { report: Report };
