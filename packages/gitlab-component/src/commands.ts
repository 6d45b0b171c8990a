import { Replay } from './commands/replay.ts';
import { Report } from './commands/report.ts';

/** Every command, by the words that call it. */
export const commands = { replay: Replay, report: Report };
