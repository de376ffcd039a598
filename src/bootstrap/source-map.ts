/** A line and a column, both counted from 1, as stacks tell them. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** As much of a source map (ECMA-426) as it takes to find lines. */
export interface SourceMapText {
  readonly sources: readonly string[];
  readonly mappings: string;
}

/** A place in one of the sources. */
export interface SourcePlace extends Place {
  readonly source: string;
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value += 1) VALUES[DIGITS.charCodeAt(value)] = value;

const NEXT_LINE = ';'.charCodeAt(0);
const NEXT_SEGMENT = ','.charCodeAt(0);
const BITS = 5;
const MORE = 1 << BITS;

/**
 * Where places of the generated file come from; undefined for one that no source has. It reads the map once, up to the
 * last of them, and makes nothing of the rest: a map in memory takes twenty times what it takes as text.
 */
export function findSources(
  { sources, mappings }: SourceMapText,
  places: readonly Place[],
): (SourcePlace | undefined)[] {
  const found: (SourcePlace | undefined)[] = places.map(() => undefined);
  const lines = new Set(places.map(({ line }) => line));
  const lastLine = Math.max(0, ...lines);
  /** Column in the file, and of the sources number, line and column: each is told as the difference to the last. */
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
      places.forEach((place, index) => {
        if (place.line !== line || place.column <= fields[0]!) return;
        found[index] = segment.hasSource ? sourcePlace(sources, fields) : undefined;
      });
    }
  }
  return found;
}

function sourcePlace(sources: readonly string[], [, source, line, column]: readonly number[]): SourcePlace {
  return { source: sources[source!] ?? '', line: line! + 1, column: column! + 1 };
}

/** Adds the numbers of a segment to `fields`, one after the other. @returns where it ends */
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
    for (let shift = 0; ; shift += BITS) {
      const digit = VALUES[mappings.charCodeAt(at)]!;
      at += 1;
      value |= (digit & (MORE - 1)) << shift;
      if ((digit & MORE) === 0) break;
    }
    fields[field]! += (value & 1) === 1 ? -(value >>> 1) : value >>> 1;
  }
  return { end: at, hasSource: field > 1 };
}
