import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Commit } from './commit-graph.ts';
import { arraysOf } from './graph-arrays.ts';
import { packGraph, unpackGraph } from './packed-graph.ts';

const shaOf = (n: number) => `${n.toString(16).padStart(7, '0')}`.padEnd(n % 5 === 0 ? 64 : 40, 'a');
const commits = fc.array(
  fc.record<Commit>({
    sha: fc.nat(30).map(shaOf),
    parents: fc.option(fc.array(fc.nat(35).map(shaOf), { maxLength: 4 })),
    // Before 1970, and with fractions, as well.
    authoredAt: fc.double({ noNaN: true }),
    committedAt: fc.integer(),
  }),
);

test('a graph is the same once it was packed, wherever its bytes begin', () => {
  const property = fc.property(commits, fc.nat(17), (all, offset) => {
    const arrays = arraysOf(all);
    const packed = packGraph(arrays);
    expect(unpackGraph(packed)).toEqual(arrays);
    const larger = new Uint8Array(packed.length + offset + 5).fill(255);
    larger.set(packed, offset);
    expect(unpackGraph(larger.subarray(offset, offset + packed.length))).toEqual(arrays);
    // As drivers of databases give it: its `slice` is no copy.
    expect(unpackGraph(Buffer.from(larger.buffer, offset, packed.length))).toEqual(arrays);
  });
  fc.assert(property, { numRuns: 300 });
});

test('a graph without commits', () => {
  const arrays = arraysOf([]);
  expect(unpackGraph(packGraph(arrays))).toEqual(arrays);
});

test('bytes of another version are no graph', () => {
  const packed = packGraph(arraysOf([{ sha: shaOf(1), parents: [], authoredAt: 0, committedAt: 0 }]));
  new DataView(packed.buffer).setFloat64(0, 99, true);
  expect(unpackGraph(packed)).toBeUndefined();
});
