import { expect, test } from 'vitest';
import { fillReadme } from './fill-readme.ts';
import { generatePages } from './generate-readme.ts';

const EXAMPLE = '# What it is for,\n# in a sentence.\nstages: [deploy]\n';
const parts = {
  templates: {
    report: {
      spec: {
        inputs: {
          env: { type: 'string' as const, default: '', description: 'Where to:\n`a|b`' },
          timeout: { type: 'number' as const, default: 60, description: 'How long.' },
          'dry-run': { type: 'boolean' as const, default: false, description: 'Whether.' },
          'fail-on': {
            type: 'string' as const,
            default: 'any',
            options: ['any', 'never'],
            description: 'When.',
          },
        },
      },
    },
  },
  examples: new Map([['tag.yml', EXAMPLE]]),
};

test.each(await generatePages())(
  '$path says what templates, examples and flags say (if not: npm run generate-readme)',
  ({ committed, generated }) => {
    expect(committed).toBe(generated);
  },
);

test.each([
  [
    'inputs report',
    [
      '| Input | Meaning | Values | Default |',
      '| --- | --- | --- | --- |',
      '| `env` | Where to: `a\\|b` | string |  |',
      '| `timeout` | How long. | number | `60` |',
      '| `dry-run` | Whether. | `true`, `false` | `false` |',
      '| `fail-on` | When. | `any`, `never` | `any` |',
    ].join('\n'),
  ],
  [
    'examples',
    '| File | For |\n| --- | --- |\n| [tag.yml](../../examples/gitlab/tag.yml) | What it is for, in a sentence. |',
  ],
  ['file tag.yml', `\`\`\`yaml\n${EXAMPLE}\`\`\``],
])('the marker %s is filled, whatever stood there', (name, content) => {
  const readme = `a\n<!-- begin ${name} -->\nold\n<!-- end ${name} -->\nb\n`;

  expect(fillReadme(readme, parts)).toBe(
    `a\n<!-- begin ${name} -->\n\n${content}\n\n<!-- end ${name} -->\nb\n`,
  );
});

test.each(['inputs', 'inputs record', 'file other.yml', 'job tag.yml'])(
  'the marker %s is refused',
  (name) => {
    expect(() => fillReadme(`<!-- begin ${name} -->\n<!-- end ${name} -->`, parts)).toThrow(name);
  },
);
