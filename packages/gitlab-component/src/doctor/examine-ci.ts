import { inputName } from '@milepost/shared/ci';
import type { GetInput } from '@milepost/shared/report';
import { nameFlag } from '../name-flag.ts';
import { type Finding, ok, warning } from './finding.ts';
import type { CiRead } from './read-ci.ts';

/** What a report should have, and the metric that is lost without (spec, section 1.5). */
const FIELDS = [
  { field: 'env', name: 'environment', metric: 'Deployment Frequency' },
  { field: 'build_commit_sha', name: 'commit', metric: 'Lead Time for Change' },
  { field: 'build_id', name: 'build', metric: undefined },
  { field: 'status', name: 'status', metric: 'Change Failure Rate' },
] as const;

/** Which CI system it is, and what a report would lack here. */
export function examineCi({ kind, context }: CiRead, get: GetInput): Finding {
  const { provider, facts, outcome, skip } = context;
  const where = kind === 'other' && provider === 'git' ? 'no CI system that is known' : provider;
  if (skip !== undefined) {
    return warning(
      `${where}; nothing is reported here: ${skip}`,
      'Report from the job, or on the event, that deploys.',
    );
  }
  if ('withoutSecrets' in context && context.withoutSecrets !== undefined) {
    return warning(
      `${where}; nothing is reported here: ${context.withoutSecrets.replace(/\.$/, '')}`,
      'There is nothing to mend: such runs are skipped.',
    );
  }
  const isKnown = (field: (typeof FIELDS)[number]['field']) =>
    get(inputName(field)) !== '' || (field === 'status' ? outcome : facts[field]) !== undefined;
  const known = FIELDS.filter(({ field }) => isKnown(field)).map(({ name }) => name);
  const missing = FIELDS.filter(({ field }) => !isKnown(field));
  const found = `${where}; known of a deployment: ${known.join(', ') || 'nothing'}`;
  if (missing.length === 0) return ok(found);
  const flags = missing.map(({ field, metric }) =>
    metric === undefined ? nameFlag(field) : `${nameFlag(field)} (for ${metric})`,
  );
  return warning(
    `${found}; unknown: ${missing.map(({ name }) => name).join(', ')}`,
    `Give ${flags.join(', ')} to milepost report.`,
  );
}
