/** Spellings of one environment: alias → key (metrics.md, "Environment key"). */
export const DEFAULT_ENVIRONMENT_ALIASES: Readonly<Record<string, string>> = {
  prd: 'production',
  prod: 'production',
  live: 'production',
  stg: 'staging',
  stage: 'staging',
  dev: 'development',
};

/** What is stored of `attributes.env` for look-ups: aliases may change later, so they are not applied here. */
export function normalizeEnvironment(env: string): string {
  return env.trim().toLowerCase();
}

/** The environment that a normalised spelling means. */
export function environmentKey(
  normalized: string,
  aliases: Readonly<Record<string, string>> = DEFAULT_ENVIRONMENT_ALIASES,
): string {
  return (Object.hasOwn(aliases, normalized) ? aliases[normalized] : undefined) ?? normalized;
}

/** The normalised spellings that mean the same environment as `env`. */
export function environmentSpellings(
  env: string,
  aliases: Readonly<Record<string, string>> = DEFAULT_ENVIRONMENT_ALIASES,
): string[] {
  const key = environmentKey(normalizeEnvironment(env), aliases);
  const spellings = Object.keys(aliases).filter((alias) => aliases[alias] === key);
  return [...new Set([key, ...spellings])];
}
