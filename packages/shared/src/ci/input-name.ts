/**
 * What a user calls a setting or a field, as an input of the Action or the component, or (after `--`) as a flag:
 * `base-url` for `baseUrl`, `change-id` for `change_id`, `commit-sha` for `build_commit_sha`.
 */
export function inputName(name: string): string {
  if (name === 'build_commit_sha') return 'commit-sha';
  return name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
