import { expect, test } from 'vitest';
import { fillReadme } from './fill-readme.ts';
import { generateReadme } from './generate-readme.ts';

const ACTION = 'milepost-dev/milepost/packages/github-action@v1';
const EXAMPLE = `# What it is for,
# in a sentence.
on: push
permissions:
  contents: read
jobs:
  a:
    steps:
      - run: first
      - name: Report
        # Always.
        if: always()
        uses: ${ACTION}
        with:
          events: |
            []

      - run: last
`;
const parts = {
  action: {
    name: 'Report',
    description: 'Reports',
    inputs: { env: { description: 'Where to:\n`a|b`' }, timeout: { description: 'How long', default: '60' } },
    outputs: { outcome: { description: 'What came of it' } },
    runs: { using: 'node24', main: 'dist/index.js', post: 'dist/index.js' },
  },
  examples: new Map([['push.yml', EXAMPLE]]),
};

test('README.md says what action.yml and the examples say (if not: npm run generate-readme)', async () => {
  const { committed, generated } = await generateReadme();

  expect(committed).toBe(generated);
});

test.each([
  [
    'inputs',
    '| Input | Meaning | Default |\n| --- | --- | --- |\n| `env` | Where to: `a\\|b` |  |\n| `timeout` | How long | `60` |',
  ],
  ['outputs', '| Output | Meaning |\n| --- | --- |\n| `outcome` | What came of it |'],
  [
    'examples',
    '| File | For | Permissions |\n| --- | --- | --- |\n| [push.yml](../../examples/github/push.yml) | What it is for, in a sentence. | `contents: read` |',
  ],
  ['file push.yml', `\`\`\`yaml\n${EXAMPLE}\`\`\``],
  [
    'step push.yml',
    `\`\`\`yaml\n- name: Report\n  # Always.\n  if: always()\n  uses: ${ACTION}\n  with:\n    events: |\n      []\n\`\`\``,
  ],
])('the marker %s is filled, whatever stood there', (name, content) => {
  const readme = `a\n<!-- begin ${name} -->\nold\n<!-- end ${name} -->\nb\n`;

  expect(fillReadme(readme, parts)).toBe(
    `a\n<!-- begin ${name} -->\n\n${content}\n\n<!-- end ${name} -->\nb\n`,
  );
});

test.each(['input', 'file other.yml', 'job push.yml'])('the marker %s is refused', (name) => {
  expect(() => fillReadme(`<!-- begin ${name} -->\n<!-- end ${name} -->`, parts)).toThrow(name);
});
