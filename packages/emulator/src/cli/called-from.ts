/**
 * Where the user called: relative paths count from there. `npm start` at the root of the repository changes
 * into the root first, and says in INIT_CWD where it was called.
 */
export function calledFrom(env: NodeJS.ProcessEnv, cwd: string): string {
  const byRootScript =
    env['npm_package_name'] === 'milepost' &&
    (env['npm_lifecycle_event'] === 'start' || env['npm_lifecycle_event'] === 'milepost-emulator');
  return (byRootScript && env['INIT_CWD']) || cwd;
}
