import { isObject } from '../validation/is-object.ts';
import type { GivenEvent } from './complete-events.ts';
import { InvalidInputError } from './invalid-input-error.ts';

/**
 * Reads the events that a user gives: a JSON array, an object `{"events": […]}` as POST /events takes it, one event,
 * or one a line (NDJSON).
 *
 * @throws InvalidInputError of the input `events`, with the place of the first thing that is wrong.
 */
export function parseEvents(text: string): GivenEvent[] {
  const elements = elementsOf(text.replace(/^\uFEFF/, ''));
  if (elements.length === 0) throw new InvalidInputError('events', 'has no event');
  return elements.map((element, index) => {
    const path = `[${index}]`;
    if (!isObject(element)) throw new InvalidInputError('events', `${path} must be an object`);
    if (!isGiven(element)) throw new InvalidInputError('events', `${path}: ${whatIsWrong(element)}`);
    return element;
  });
}

function elementsOf(text: string): unknown[] {
  const whole = parseJson(text);
  if ('error' in whole) return linesOf(text, whole.error);
  const { value } = whole;
  if (Array.isArray(value)) return value;
  if (isObject(value) && Array.isArray(value['events'])) return value['events'];
  return [value];
}

/** Each line an event; when the first line is none, the text was meant as one JSON value. */
function linesOf(text: string, whole: string): unknown[] {
  const elements: unknown[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const parsed = parseJson(line);
    if ('error' in parsed) {
      const place = elements.length === 0 ? whole : `line ${index + 1}: ${parsed.error}`;
      throw new InvalidInputError('events', `is not JSON: ${place}`);
    }
    elements.push(parsed.value);
  }
  return elements;
}

function parseJson(text: string): { value: unknown } | { error: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

function isGiven(element: Record<string, unknown>): element is GivenEvent {
  return whatIsWrong(element) === undefined;
}

function whatIsWrong(element: Record<string, unknown>): string | undefined {
  for (const name of ['type', 'timestamp', 'entityId']) {
    const value = element[name];
    if (value !== undefined && typeof value !== 'string') return `${name} must be a string`;
  }
  const { attributes } = element;
  return attributes === undefined || isObject(attributes) ? undefined : 'attributes must be an object';
}
