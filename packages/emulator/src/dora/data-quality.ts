import type { DayFacts } from './fact.ts';

/** What the numbers of a window leave out or doubt, in deployments where nothing else is said. */
export interface DeploymentQuality {
  /** Without a status: they count as succeeded. */
  unknownStatus: number;
  /** Sent again with the same timestamp and attributes. */
  duplicates: number;
  /** Succeeded. */
  deploymentsWithoutCommit: number;
  /** Their commit is not known yet. */
  pending: number;
  /** A parent of what they brought is not there. */
  truncated: number;
  /** Without a common ancestor with anything before. */
  rebaselined: number;
  /** More than a day earlier than their own commit. */
  implausible: number;
  /** Changes, not deployments: younger than what brought them. */
  negativeLeadTimes: number;
}

/** Counts what is doubtful about deployments (metrics.md, "Answer of GET /dora"). */
export function deploymentQuality(days: readonly DayFacts[]): DeploymentQuality {
  const quality = {
    unknownStatus: 0,
    duplicates: 0,
    deploymentsWithoutCommit: 0,
    pending: 0,
    truncated: 0,
    rebaselined: 0,
    implausible: 0,
    negativeLeadTimes: 0,
  };
  for (const { facts } of days) {
    for (const { rule, hasUnknownStatus, isTruncated, negative } of facts) {
      if (rule === 'duplicate') {
        quality.duplicates += 1;
        continue;
      }
      if (hasUnknownStatus) quality.unknownStatus += 1;
      if (isTruncated) quality.truncated += 1;
      quality.negativeLeadTimes += negative;
      if (rule === 'no-commit') quality.deploymentsWithoutCommit += 1;
      if (rule === 'pending') quality.pending += 1;
      if (rule === 'rebaselined') quality.rebaselined += 1;
      if (rule === 'implausible') quality.implausible += 1;
    }
  }
  return quality;
}
