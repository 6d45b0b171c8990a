/** A regular expression that takes linear time for whatever text, unlike JavaScript's own. */
export interface LinearRegExp {
  test: (text: string) => boolean;
  /** What the first group took of the first match, or the whole match without groups; undefined without a match. */
  capture: (text: string) => string | undefined;
  /** Instructions of the compiled program: the time for a text grows with this times its length. */
  steps: number;
  /** ajv tells patterns apart by this. */
  toString: () => string;
}

/** Compiles a pattern. Throws with the reason when it is not in the syntax of RE2. */
export type CompileLinearRegExp = (pattern: string) => LinearRegExp;

/** Loads the engine, which only accounts with blueprints of their own need. Every pattern is compiled once. */
export async function loadLinearRegExp(): Promise<CompileLinearRegExp> {
  const { RE2JS } = await import('re2js');
  const compiled = new Map<string, LinearRegExp>();
  return (pattern) => {
    const known = compiled.get(pattern);
    if (known !== undefined) return known;
    // Rewrites what JavaScript writes otherwise than RE2, such as \u0041.
    const program = RE2JS.compile(RE2JS.translateRegExp(pattern));
    const regExp = {
      test: (text: string) => program.test(text),
      capture: (text: string) => {
        const match = program.matcher(text);
        return match.find() ? (match.group(Math.min(match.groupCount(), 1)) ?? undefined) : undefined;
      },
      steps: program.programSize(),
      toString: () => pattern,
    };
    compiled.set(pattern, regExp);
    return regExp;
  };
}
