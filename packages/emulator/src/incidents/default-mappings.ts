import type { MappingConfig } from './webhook-config.schema.ts';

/**
 * What PagerDuty's V3 webhooks say of an incident, from the root of the payload.
 *
 * @see https://developer.pagerduty.com/docs/webhooks/v3-overview/
 */
const pagerduty: MappingConfig = {
  title: { path: ['/event/data/title', '/event/data/incident/summary'] },
  state: {
    path: '/event/data/status',
    values: { triggered: 'new', acknowledged: 'in_progress', resolved: 'resolved' },
  },
  // Accounts name their priorities themselves: P1, SEV-1, Sev 1.
  severity: {
    path: '/event/data/priority/summary',
    pattern: '(?i)^(?:P|S|SEV|SEVERITY)[ -]?([0-5])\\b',
    values: { 0: 'P0', 1: 'P1', 2: 'P2', 3: 'P3', 4: 'P4', 5: 'P5' },
  },
  detectedAt: { path: '/event/data/created_at' },
  changeId: { path: '/event/data/custom_fields/name=change_id/value' },
  env: { path: '/event/data/custom_fields/name=environment/value' },
  customFields: {
    url: { path: ['/event/data/html_url', '/event/data/incident/html_url'] },
    number: { path: '/event/data/number' },
    service: { path: '/event/data/service/summary' },
    urgency: { path: '/event/data/urgency' },
  },
};

/** What ServiceNow's table `incident` says, from the record: its numbers, or the labels that they are shown as. */
const servicenow: MappingConfig = {
  title: { path: '/short_description' },
  description: { path: '/description' },
  state: {
    path: ['/state', '/incident_state'],
    values: {
      1: 'new',
      2: 'in_progress',
      3: 'on_hold',
      // Of instances that were made before Geneva: awaiting user info, awaiting evidence.
      4: 'on_hold',
      5: 'on_hold',
      6: 'resolved',
      7: 'closed',
      8: 'canceled',
      new: 'new',
      'in progress': 'in_progress',
      active: 'in_progress',
      'on hold': 'on_hold',
      resolved: 'resolved',
      closed: 'closed',
      canceled: 'canceled',
      cancelled: 'canceled',
    },
  },
  // `1`, `1 - Critical` or `Critical`.
  severity: {
    path: '/priority',
    pattern: '(?i)^([1-5]|critical|high|moderate|low|planning)\\b',
    values: {
      1: 'P1',
      2: 'P2',
      3: 'P3',
      4: 'P4',
      5: 'P5',
      critical: 'P1',
      high: 'P2',
      moderate: 'P3',
      low: 'P4',
      planning: 'P5',
    },
  },
  detectedAt: { path: '/u_detected_at' },
  reportedAt: { path: ['/opened_at', '/sys_created_on'] },
  resolvedAt: { path: '/resolved_at' },
  closedAt: { path: '/closed_at' },
  // `caused_by` refers to the change request; only its display value is the number that a deployment carries.
  changeId: { path: ['/u_change_id', '/caused_by/display_value', '/caused_by'] },
  env: { path: '/u_environment' },
  customFields: {
    sysId: { path: '/sys_id' },
    correlationId: { path: '/correlation_id' },
    category: { path: '/category' },
  },
};

/** What holds for each field that the file does not name. */
export const DEFAULT_MAPPINGS = { pagerduty, servicenow } as const;
