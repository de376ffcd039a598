import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findSources, type SourceMapText } from './source-map';

/** Stacks are made at few places, over and over. */
const MOST_KNOWN = 2000;

/**
 * Has stacks name lines of the sources where they would name those of `file`, by the map that lies beside it. Nothing of
 * the map is read until a stack is looked at, and nothing but what it told is kept (decision 114).
 */
export function showSourceLines(file: string): void {
  const known = new Map<string, string>();
  Error.prepareStackTrace = (error, frames) => {
    const places = frames.flatMap((frame) => placeIn(file, frame) ?? []);
    const unknown = places.filter(({ text }) => !known.has(text));
    if (unknown.length > 0) {
      const isFull = known.size > MOST_KNOWN;
      if (isFull) known.clear();
      learn(known, file, isFull ? places : unknown);
    }
    const lines = frames.map((frame) => {
      // The types know nothing of it: what a stack says of a frame.
      const said = (frame as { toString(): string }).toString();
      const text = placeIn(file, frame)?.text;
      return `\n    at ${text === undefined ? said : said.replace(text, () => known.get(text)!)}`;
    });
    return `${headOf(error)}${lines.join('')}`;
  };
}

interface PlaceInFile {
  readonly line: number;
  readonly column: number;
  /** As it stands in a stack. */
  readonly text: string;
}

function placeIn(file: string, frame: NodeJS.CallSite): PlaceInFile | undefined {
  if (frame.getFileName() !== file) return undefined;
  const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
  return { line, column, text: `${file}:${line}:${column}` };
}

function learn(known: Map<string, string>, file: string, places: readonly PlaceInFile[]): void {
  const found = sourcesOf(file, places);
  places.forEach(({ text }, index) => {
    const source = found[index];
    known.set(text, source === undefined ? text : `${source.source}:${source.line}:${source.column}`);
  });
}

/** What is amiss with a map must not stand in the way of the error that is told. */
function sourcesOf(file: string, places: readonly PlaceInFile[]): ReturnType<typeof findSources> {
  try {
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapText;
    return findSources(map, places).map((place) =>
      place === undefined ? undefined : { ...place, source: resolve(dirname(file), place.source) },
    );
  } catch {
    return [];
  }
}

function headOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}
