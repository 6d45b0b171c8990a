import * as Flags from '@oclif/core/flags';
import { serviceFlags } from '../service-flags.ts';

const EVENT = 'DEPLOYMENT';
const CHANGE = 'CHANGE';
const DELIVERY = 'DELIVERY';

function text(helpGroup: string, helpValue: string, description: string) {
  return Flags.string({ helpGroup, helpValue, description });
}

/** Flags of `report`, by the names of the Action's inputs. Each has its twin in the environment. */
export const reportFlags = {
  ...serviceFlags,
  'entity-id': text(EVENT, 'ID', 'Id or short id of the application or service that was deployed.'),
  env: text(EVENT, 'NAME', 'Environment that was deployed to, such as production.'),
  'environment-map': text(
    EVENT,
    'LINES',
    'Lines "pattern = name" that give environments one name each; * and ? are wild.',
  ),
  status: text(EVENT, 'STATUS', 'How the deployment ended: success or failed.'),
  'job-status': text(
    EVENT,
    'WORD',
    "How the job ended, in the CI system's own words (SUCCESS, failed, Canceled, an exit code); used without --status.",
  ),
  'on-cancelled': text(
    EVENT,
    'skip|failed',
    'What a cancelled deployment reports: nothing (skip, the default), or a failed one.',
  ),
  timestamp: text(EVENT, 'TIME', 'When it ended, ISO 8601 in UTC; now by default.'),
  'deployment-start-time': text(EVENT, 'TIME', 'When it began, ISO 8601.'),
  'commit-sha': text(EVENT, 'SHA', 'Commit that was deployed.'),
  'build-id': text(EVENT, 'ID', 'Id of the build.'),
  'build-url': text(EVENT, 'URL', 'URL of the build.'),
  description: text(EVENT, 'TEXT', 'What the deployment is.'),
  initiator: text(EVENT, 'NAME', 'Who or what started it.'),
  events: text(
    EVENT,
    'JSON|FILE|-',
    'Events to send instead of one: JSON, a file of JSON or NDJSON, or - for standard input.',
  ),
  record: text(
    EVENT,
    'DIR',
    'GitLab: directory in which deploying jobs recorded themselves (template record-deployment); this job only reports. An entity that a job recorded goes before --entity-id.',
  ),

  'change-id': text(CHANGE, 'ID', 'Id of the change, by which incidents are linked.'),
  'change-id-pattern': text(
    CHANGE,
    'REGEXP',
    'What a change id looks like, such as CHG\\d+; looked for in title, description, branch and commit message.',
  ),
  'change-url': text(CHANGE, 'URL', 'URL of the change.'),
  'change-title': text(CHANGE, 'TEXT', 'Title of the change.'),
  'change-author': text(CHANGE, 'NAME', 'Author of the change.'),
  'change-approver': text(CHANGE, 'NAME', 'Who approved the change.'),
  'change-window-start': text(CHANGE, 'TIME', 'Start of the change window, ISO 8601.'),
  'change-window-end': text(CHANGE, 'TIME', 'End of the change window, ISO 8601.'),
  'detect-change': Flags.boolean({
    helpGroup: CHANGE,
    allowNo: true,
    description: 'Look up at GitHub or GitLab what the variables do not tell of the change; on by default.',
  }),
  'github-token': text(CHANGE, 'SECRET', 'Token for that look-up; GITHUB_TOKEN in the environment.'),
  'gitlab-token': text(
    CHANGE,
    'SECRET',
    'Token with read_api for that look-up; GITLAB_TOKEN, else CI_JOB_TOKEN (without approvals), in the environment.',
  ),

  'dry-run': Flags.boolean({
    helpGroup: DELIVERY,
    description: 'Check the events against the blueprint and show them, without sending.',
  }),
  'fail-on': Flags.string({
    helpGroup: DELIVERY,
    options: ['client-error', 'any', 'never'],
    description:
      'What makes the exit code 1: what somebody here must mend (client-error, the default), an outage of the service, too (any), or nothing (never).',
  }),
  timeout: text(DELIVERY, 'SECONDS', 'Time that sending may take in all, retries included; 60 by default.'),
  'max-attempts': text(DELIVERY, 'N', 'Tries for each request; 5 by default.'),
  'undelivered-file': text(
    DELIVERY,
    'FILE',
    'File to which events are appended that could not be delivered, for `milepost replay`.',
  ),
  dotenv: text(
    DELIVERY,
    'FILE',
    'File for the outcome as variables: MILEPOST_OUTCOME, _REASON, _EVENT_IDS, _ACCEPTED, _REJECTED.',
  ),
  json: Flags.boolean({ helpGroup: DELIVERY, description: 'Print the result as one JSON object.' }),
  verbose: Flags.boolean({ helpGroup: DELIVERY, description: 'Tell more of what is done.' }),
};
