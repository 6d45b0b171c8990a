/** A Markdown table; cells may have any text. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').replace(/\|/g, '\\|').trim()).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

export function code(text: string): string {
  return `\`${text}\``;
}

/** Puts what `contentOf` answers between the markers `<!-- begin NAME -->` and `<!-- end NAME -->` of a page. */
export function fillMarkers(page: string, contentOf: (name: string) => string): string {
  return page.replace(
    /(<!-- begin (.*?) -->\n)[\s\S]*?(<!-- end \2 -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n${contentOf(name)}\n\n${end}`,
  );
}
