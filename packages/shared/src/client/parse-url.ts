/** The URL, if it is one; `URL.parse` came with Node 22 only. */
export function parseUrl(text: string, base?: URL): URL | undefined {
  return URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
}
