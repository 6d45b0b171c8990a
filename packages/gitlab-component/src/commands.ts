import { Completion } from './commands/completion.ts';
import { Replay } from './commands/replay.ts';
import { Report } from './commands/report.ts';

/** Every command, by the words that call it. */
export const commands = { completion: Completion, replay: Replay, report: Report };
