import { Backfill } from './commands/backfill.ts';
import { Completion } from './commands/completion.ts';
import { Doctor } from './commands/doctor.ts';
import { Replay } from './commands/replay.ts';
import { Report } from './commands/report.ts';

/** Every command, by the words that call it. */
export const commands = {
  backfill: Backfill,
  completion: Completion,
  doctor: Doctor,
  replay: Replay,
  report: Report,
};
