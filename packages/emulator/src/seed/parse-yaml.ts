import { isObject, type Problems } from '@milepost/shared/validation';
import { Composer, CST, type Document, Lexer, LineCounter, Parser, visit } from 'yaml';
import { MAX_SEED_BYTES } from './seed.schema.ts';

/** Levels of the syntax tree; a seed has 67 at most. Composing recurses, and near the stack's end kills Node. */
const MOST_LEVELS = 100;
/** Finding the anchor of an alias takes time in proportion to all of them. */
const MOST_ALIASES = 10_000;

/**
 * Parses one YAML document, of the core schema of YAML 1.2 whatever the document says: dates stay texts, `yes` and
 * `on` too. Reports what is no YAML, and what some readers would let pass: names that stand twice, several
 * documents, tags, aliases that grow without end.
 *
 * @returns nothing that is of use when there are problems.
 */
export function parseYaml(text: string, problems: Problems): unknown {
  const lines = new LineCounter();
  const report = (msg: string, offset: number) => {
    const { line, col } = lines.linePos(offset);
    problems.add('', `${msg} at line ${line}, column ${col}`, { rule: 'yaml' });
  };
  const aliases = { count: 0 };
  const composer = new Composer({
    schema: 'core',
    resolveKnownTags: false,
    stringKeys: true,
    // The library compares each name with all others.
    uniqueKeys: false,
  });
  const [document, second] = [...composer.compose(tokens(text, lines, aliases, report))];
  if (second) report('a second document begins; a seed is one', second.range[0]);
  if (!document) return null;
  for (const { message, pos } of [...document.errors, ...document.warnings]) report(message, pos[0]);
  reportRepeatedNames(document, report);
  if (problems.list.length > 0) return undefined;
  return toValue(document, aliases.count > 0, problems);
}

type ReportAt = (msg: string, offset: number) => void;

/** The tokens of the text, up to what would take too long. The parser itself needs no stack. */
function* tokens(
  text: string,
  lines: LineCounter,
  aliases: { count: number },
  report: ReportAt,
): Generator<CST.Token, void> {
  const parser = new Parser(lines.addNewLine);
  lines.addNewLine(0);
  let before = '';
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (before !== CST.SCALAR && lexeme.startsWith('*')) aliases.count += 1;
    before = lexeme;
    if (parser.stack.length > MOST_LEVELS)
      return report(`is nested deeper than ${MOST_LEVELS} levels`, parser.offset);
    if (aliases.count > MOST_ALIASES)
      return report(`has more than ${MOST_ALIASES} aliases; write values out, or use JSON`, parser.offset);
  }
  yield* parser.end();
}

function reportRepeatedNames(document: Document.Parsed, report: ReportAt): void {
  visit(document, {
    Map(_key, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        if (!isObject(key) || !('value' in key)) continue;
        if (names.has(key['value'])) report(`the name '${key['value']}' stands twice`, offsetOf(key));
        names.add(key['value']);
      }
    },
  });
}

function offsetOf({ range }: Readonly<Record<string, unknown>>): number {
  return Array.isArray(range) ? Number(range[0]) : 0;
}

function toValue(document: Document.Parsed, hasAliases: boolean, problems: Problems): unknown {
  try {
    // The limit of the library counts uses of an anchor, not what they add up to.
    const value: unknown = document.toJS({ maxAliasCount: -1 });
    if (!hasAliases || writtenOut(value, new Map(), 0) <= MAX_SEED_BYTES) return value;
    problems.add('', `its aliases make it endless, or larger than ${MAX_SEED_BYTES} bytes written out`, {
      rule: 'yaml',
    });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    problems.add('', error.message, { rule: 'yaml' });
  }
  return undefined;
}

/** Values and characters of a value whose parts may be the same objects; linear in what there is of those. */
function writtenOut(value: unknown, sizes: Map<unknown, number>, depth: number): number {
  if (typeof value === 'string') return value.length + 1;
  if (typeof value !== 'object' || value === null) return 1;
  const known = sizes.get(value);
  if (known !== undefined) return known;
  if (depth > MOST_LEVELS) return Number.POSITIVE_INFINITY;
  // Until its end is seen, it has none: it may be a part of itself.
  sizes.set(value, Number.POSITIVE_INFINITY);
  let size = 1;
  for (const [name, part] of Object.entries(value)) size += name.length + writtenOut(part, sizes, depth + 1);
  sizes.set(value, size);
  return size;
}
