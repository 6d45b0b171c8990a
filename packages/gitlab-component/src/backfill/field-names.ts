import { EVENT_FIELDS, inputName } from '@milepost/shared/ci';

/** The field of an event that a column is named after: by its wire name or the name of its flag, in any spelling. */
export function fieldNamed(column: string): string | undefined {
  const word = plain(column);
  return EVENT_FIELDS.find((field) => plain(field) === word || plain(inputName(field)) === word);
}

/** `Change ID`, `change_id`, `change-id`, `changeId`: one word. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[\s_-]+/g, '');
}
