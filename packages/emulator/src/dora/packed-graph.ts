import type { GraphArrays } from './graph-arrays.ts';

/** Of the layout below: another version is no graph that we can read. */
const VERSION = 2;
const HEADER = 5;

/** A graph as bytes, to be kept: what follows one another is the arrays, the widest first so that they stay aligned. */
export function packGraph(arrays: GraphArrays): Uint8Array<ArrayBuffer> {
  const { width, shas, flags, generations, components, authored, committed, starts, edges, missing } = arrays;
  const text = new TextEncoder().encode(`${shas}${missing.join(' ')}`);
  const header = Float64Array.of(VERSION, flags.length, edges.length, width, text.length);
  const parts = [header, authored, committed, starts, generations, components, edges, flags, text];
  const packed = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    packed.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
  }
  return packed;
}

/** The arrays in the bytes; undefined when another version wrote them. */
export function unpackGraph(bytes: Uint8Array): GraphArrays | undefined {
  // Databases hand out parts of larger buffers, which begin anywhere; a Buffer's own slice would be another part.
  const { buffer } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  let at = bytes.byteOffset % 8 === 0 ? bytes.byteOffset : 0;
  const [version, size = 0, edgeCount = 0, width = 0, textLength = 0] = new Float64Array(buffer, at, HEADER);
  if (version !== VERSION) return undefined;
  at += HEADER * 8;

  const take = <T>(
    Kind: { new (buffer: ArrayBufferLike, at: number, length: number): T; BYTES_PER_ELEMENT: number },
    length: number,
  ) => {
    const array = new Kind(buffer, at, length);
    at += length * Kind.BYTES_PER_ELEMENT;
    return array;
  };
  const authored = take(Float64Array, size);
  const committed = take(Float64Array, size);
  const starts = take(Int32Array, size + 1);
  const generations = take(Int32Array, size);
  const components = take(Int32Array, size);
  const edges = take(Int32Array, edgeCount);
  const flags = take(Uint8Array, size);
  const text = new TextDecoder('latin1').decode(take(Uint8Array, textLength));
  const missing = text.slice(size * width);
  return {
    width,
    shas: text.slice(0, size * width),
    flags,
    generations,
    components,
    authored,
    committed,
    starts,
    edges,
    missing: missing === '' ? [] : missing.split(' '),
  };
}
