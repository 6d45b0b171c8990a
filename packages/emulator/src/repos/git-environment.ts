import type { GitSource } from './git-source.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Of git's own variables only those that say how to reach a server. Others name repositories (GIT_DIR, which a hook
 * sets for all that it starts), change formats, or write what is said to a server into the log (GIT_TRACE_CURL).
 */
const KEPT =
  /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|SSL_.*|PROXY_.*|HTTP_PROXY_AUTHMETHOD|EXEC_PATH|CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM))$/;

/** Answers git's question with what only the environment holds: neither arguments nor files see the password. */
const HELPER =
  '!f() { if test "$1" = get; then ' +
  'printf "username=%s\\npassword=%s\\n" "$MILEPOST_GIT_USERNAME" "$MILEPOST_GIT_PASSWORD"; fi; }; f';

/** The environment of git: it asks nobody, speaks English, and uses only the protocols of the source. */
export function gitEnvironment(env: Environment, { protocols, login }: GitSource): Environment {
  return {
    ...Object.fromEntries(
      Object.entries(env).filter(([name]) => !name.toUpperCase().startsWith('GIT_') || KEPT.test(name)),
    ),
    LC_ALL: 'C',
    GIT_ALLOW_PROTOCOL: protocols,
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    // Empty is none; unset would mean what the configuration names.
    GIT_ASKPASS: '',
    SSH_ASKPASS_REQUIRE: 'never',
    GCM_INTERACTIVE: 'never',
    ...(login && { MILEPOST_GIT_USERNAME: login.username, MILEPOST_GIT_PASSWORD: login.password }),
  };
}

/**
 * Options before git's command. Nothing that lies in the mirror is run.
 *
 * The login comes from a credential helper for its origin and not from http.extraHeader: git sends it only when that
 * server asks, older libcurls hand a header on to another port of a redirect, and git 2.30 has no GIT_CONFIG_COUNT.
 */
export function gitOptions(mirror: string, { login }: GitSource): string[] {
  const settings = [
    'core.hooksPath=/dev/null',
    'core.fsmonitor=false',
    'protocol.version=2',
    'http.followRedirects=initial',
    // The empty one forgets those of the machine's configuration, which might know another login.
    ...(login ? [`credential.${login.origin}.helper=`, `credential.${login.origin}.helper=${HELPER}`] : []),
  ];
  return [...settings.flatMap((setting) => ['-c', setting]), `--git-dir=${mirror}`];
}
