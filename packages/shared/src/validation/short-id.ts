const SHORT_ID = /^[a-z0-9][a-z0-9-]{0,62}$/;
/** Shape of the shortId of an entity or a blueprint, for a schema. Nothing can be both that and a UUID. */
export const SHORT_ID_PATTERN = '^(?![0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$)[a-z0-9][a-z0-9-]{0,62}$';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whether a text is shaped like a UUID, of any version and in any case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether a text can be the shortId of an entity or a blueprint. Nothing can be both that and a UUID. */
export function isShortId(text: string): boolean {
  return SHORT_ID.test(text) && !UUID.test(text);
}

/** The text as a shortId would have it: in lower case, a hyphen for all between letters and digits. */
export function nearestShortId(text: string): string | undefined {
  const slug = text
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, 63)
    .replace(/-$/, '');
  return isShortId(slug) ? slug : undefined;
}
