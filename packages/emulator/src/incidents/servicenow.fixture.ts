/** A record of ServiceNow's table `incident` with raw values, as `GlideRecord` and the table API write them. */
export const serviceNowRecord = {
  sys_id: '9d385017c611228701d22104cc95c371',
  number: 'INC0010001',
  short_description: 'Nobody can pay',
  description: 'The basket answers 500.\nSince the release.',
  state: '2',
  incident_state: '2',
  priority: '1',
  severity: '3',
  impact: '1',
  urgency: '1',
  category: 'software',
  opened_at: '2026-02-01 10:05:12',
  sys_created_on: '2026-02-01 10:05:20',
  sys_updated_on: '2026-02-01 10:06:40',
  resolved_at: '',
  closed_at: '',
  correlation_id: '',
  caused_by: '',
  u_change_id: 'CHG-1042',
};

/** The same record with `sysparm_display_value=all`. */
export function withDisplayValues(displayed: Readonly<Record<string, string>>) {
  const fields = Object.entries(serviceNowRecord).map(([name, value]) => [
    name,
    { display_value: displayed[name] ?? value, value },
  ]);
  return Object.fromEntries(fields);
}
