/** A reference to something of PagerDuty, as its webhooks have them. */
const reference = (type: string, path: string, id: string, summary: string | null) => ({
  html_url: `https://acme.pagerduty.com/${path}/${id}`,
  id,
  self: `https://api.pagerduty.com/${path}/${id}`,
  summary,
  type,
});

const incident = {
  id: 'PGR0VU2',
  type: 'incident',
  self: 'https://api.pagerduty.com/incidents/PGR0VU2',
  html_url: 'https://acme.pagerduty.com/incidents/PGR0VU2',
  number: 2,
  status: 'triggered',
  incident_key: 'd3640fbd41094207a1c11e58e46b1662',
  created_at: '2026-02-01T10:00:00Z',
  title: 'A little bump in the road',
  service: reference('service_reference', 'services', 'PF9KMXH', 'API Service'),
  assignees: [reference('user_reference', 'users', 'PTUXL6G', 'User 123')],
  escalation_policy: reference('escalation_policy_reference', 'escalation_policies', 'PUS0KTE', 'Default'),
  teams: [reference('team_reference', 'teams', 'PFCVPS0', 'Engineering')],
  priority: reference('priority_reference', 'priorities', 'PSO75BM', 'P1'),
  urgency: 'high',
  conference_bridge: null,
  resolve_reason: null,
};

interface EventOptions {
  data?: object;
  at?: string;
}

/**
 * A V3 webhook of PagerDuty with the members that its documentation shows.
 *
 * @see https://developer.pagerduty.com/docs/webhooks/v3-overview/
 */
export function pagerDutyEvent(
  type: string,
  { data = {}, at = '2026-02-01T10:00:00.169Z' }: EventOptions = {},
) {
  return {
    event: {
      id: '5ac64822-4adc-4fda-ade0-410becf0de4f',
      event_type: type,
      resource_type: 'incident',
      occurred_at: at,
      agent: reference('user_reference', 'users', 'PLH1HKV', 'Tenex Engineer'),
      client: { name: 'PagerDuty' },
      data: { ...incident, ...data },
    },
  };
}

/** `incident.custom_field_values.updated`: the custom fields of the incident, and nothing else of it. */
export function pagerDutyFields(fields: Record<string, string | null>, at: string) {
  const values = Object.entries(fields).map(([name, value]) => ({
    data_type: 'string',
    field_type: 'single_value',
    id: 'PICFVXX',
    name,
    namespace: 'incidents',
    type: 'field_value',
    value,
  }));
  const { event } = pagerDutyEvent('incident.custom_field_values.updated', { at });
  return {
    event: {
      ...event,
      data: {
        incident: reference('incident_reference', 'incidents', incident.id, null),
        custom_fields: values,
        changed_custom_fields: values,
        type: 'incident_field_values',
      },
    },
  };
}

/** `incident.annotated`: its data is a note. */
export function pagerDutyNote() {
  const { event } = pagerDutyEvent('incident.annotated');
  return {
    event: {
      ...event,
      data: {
        incident: reference('incident_reference', 'incidents', incident.id, incident.title),
        id: 'P2LA89X',
        content: 'On it.',
        trimmed: false,
        type: 'incident_note',
      },
    },
  };
}
