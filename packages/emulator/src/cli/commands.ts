import { IncidentsImport } from './commands/incidents/import.ts';
import { KeysCreate } from './commands/keys/create.ts';
import { KeysList } from './commands/keys/list.ts';
import { KeysRevoke } from './commands/keys/revoke.ts';
import { MetricsCalculate } from './commands/metrics/calculate.ts';
import { ReposConnect } from './commands/repos/connect.ts';
import { ReposDisconnect } from './commands/repos/disconnect.ts';
import { ReposList } from './commands/repos/list.ts';
import { Start } from './commands/start.ts';

/** Every command, by the words that call it. */
export const commands = {
  start: Start,
  'incidents:import': IncidentsImport,
  'keys:create': KeysCreate,
  'keys:list': KeysList,
  'keys:revoke': KeysRevoke,
  'metrics:calculate': MetricsCalculate,
  'repos:connect': ReposConnect,
  'repos:disconnect': ReposDisconnect,
  'repos:list': ReposList,
};
