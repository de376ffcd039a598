/** Line and column, both 1-based, as in stacks. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The parts of a source map (ECMA-426) that are needed to look up positions. */
export interface SourceMapText {
  readonly sources: readonly string[];
  readonly mappings: string;
}

export interface SourcePosition extends Position {
  readonly source: string;
}

const BASE64_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const BASE64_VALUES = new Uint8Array(128);
for (let value = 0; value < BASE64_DIGITS.length; value += 1)
  BASE64_VALUES[BASE64_DIGITS.charCodeAt(value)] = value;

const NEXT_LINE = ';'.charCodeAt(0);
const NEXT_SEGMENT = ','.charCodeAt(0);
const VLQ_BITS = 5;
const VLQ_CONTINUATION = 1 << VLQ_BITS;

/**
 * Looks up positions of the generated file; undefined for unmapped ones. Scans the text up to the last position instead of
 * parsing it: a parsed map takes twenty times its size in memory.
 */
export function findSourcePositions(
  { sources, mappings }: SourceMapText,
  positions: readonly Position[],
): (SourcePosition | undefined)[] {
  const found: (SourcePosition | undefined)[] = positions.map(() => undefined);
  const lines = new Set(positions.map(({ line }) => line));
  const lastLine = Math.max(0, ...lines);
  /** Generated column, source index, source line, source column, name index: delta-encoded in the map. */
  const fields = [0, 0, 0, 0, 0];
  let line = 1;
  for (let at = 0; at < mappings.length && line <= lastLine; at += 1) {
    const mark = mappings.charCodeAt(at);
    if (mark === NEXT_LINE) {
      line += 1;
      fields[0] = 0;
    } else if (mark !== NEXT_SEGMENT) {
      const segment = readSegment(mappings, at, fields);
      at = segment.end - 1;
      if (!lines.has(line)) continue;
      positions.forEach((position, index) => {
        if (position.line !== line || position.column <= fields[0]!) return;
        found[index] = segment.hasSource ? sourcePosition(sources, fields) : undefined;
      });
    }
  }
  return found;
}

function sourcePosition(
  sources: readonly string[],
  [, source, line, column]: readonly number[],
): SourcePosition {
  return { source: sources[source!] ?? '', line: line! + 1, column: column! + 1 };
}

/** Adds the VLQ numbers of a segment to `fields`. @returns the offset after the segment */
function readSegment(
  mappings: string,
  start: number,
  fields: number[],
): { readonly end: number; readonly hasSource: boolean } {
  let at = start;
  let field = 0;
  for (; at < mappings.length; field += 1) {
    const mark = mappings.charCodeAt(at);
    if (mark === NEXT_SEGMENT || mark === NEXT_LINE) break;
    let value = 0;
    for (let shift = 0; ; shift += VLQ_BITS) {
      const digit = BASE64_VALUES[mappings.charCodeAt(at)]!;
      at += 1;
      value |= (digit & (VLQ_CONTINUATION - 1)) << shift;
      if ((digit & VLQ_CONTINUATION) === 0) break;
    }
    fields[field]! += (value & 1) === 1 ? -(value >>> 1) : value >>> 1;
  }
  return { end: at, hasSource: field > 1 };
}
