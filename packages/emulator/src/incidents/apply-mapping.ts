import { quote } from '@milepost/shared/validation';
import { INCIDENT_STATES, SEVERITIES } from '../store/incident-port.ts';
import type { IncidentChanges } from './change-incident.ts';
import type { Mapping } from './compile-mapping.ts';
import { readField } from './field-rule.ts';
import { parseInstant } from './parse-instant.ts';

/** What a payload says of an incident. */
export interface Mapped {
  changes: Omit<IncidentChanges, 'affectedEntityIds' | 'customFields'>;
  /** Ids or shortIds; undefined when the payload says nothing of them. */
  entities: string[] | undefined;
  customFields: Record<string, string | null>;
  /** Values that cannot be used, each with its field: they change nothing. */
  notes: string[];
}

const LONGEST = { title: 1024, description: 10_000, changeId: 255, env: 255 } as const;

/** Reads the fields of an incident out of a payload. What has an unusable value is left out, with a note. */
export function applyMapping({ fields, customFields }: Mapping, payload: unknown, isNew: boolean): Mapped {
  const changes: Mapped['changes'] = {};
  const notes: string[] = [];
  const mapped: Mapped = { changes, entities: undefined, customFields: {}, notes };
  for (const [field, rule] of fields) {
    const texts = readField(rule, payload, isNew);
    if (texts === undefined) continue;
    const [text] = texts ?? [];
    switch (field) {
      case 'affectedEntityIds':
        mapped.entities = (texts ?? []).flatMap((one) => one.split(/[\s,;]+/)).filter(Boolean);
        break;
      case 'title':
      case 'env':
        // There is always one: what is empty says nothing of it.
        if (text !== undefined) changes[field] = text.slice(0, LONGEST[field]).toWellFormed();
        break;
      case 'description':
      case 'changeId':
        changes[field] = text?.slice(0, LONGEST[field]).toWellFormed() ?? null;
        break;
      case 'state': {
        const state = choose(INCIDENT_STATES, text?.toLowerCase().replaceAll(' ', '_'));
        if (state) changes.state = state;
        else if (text !== undefined) notes.push(unusable(field, text, INCIDENT_STATES.join(', ')));
        break;
      }
      case 'severity': {
        const severity = choose(SEVERITIES, text?.toUpperCase());
        if (severity || text === undefined) changes.severity = severity ?? null;
        else notes.push(unusable(field, text, SEVERITIES.join(', ')));
        break;
      }
      default: {
        const instant = text === undefined ? null : parseInstant(text);
        if (instant === undefined) notes.push(unusable(field, String(text), 'a datetime in UTC'));
        else changes[field] = instant;
      }
    }
  }
  for (const [name, rule] of customFields) {
    const texts = readField(rule, payload, isNew);
    if (texts !== undefined) mapped.customFields[name] = texts?.join(', ') ?? null;
  }
  return mapped;
}

function choose<T extends string>(choices: readonly T[], text: string | undefined): T | undefined {
  return choices.find((choice) => choice === text);
}

function unusable(field: string, text: string, expected: string): string {
  return `${field}: ${quote(text)} was left out; expected ${expected}`;
}
