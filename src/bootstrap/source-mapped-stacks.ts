import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { findSourcePositions, type SourceMapText } from './source-map';

const MAX_CACHED_POSITIONS = 2000;

/**
 * Maps positions of `file` in stack traces to its sources, by the source map next to it. The map is read when a stack
 * is formatted, and only the positions found are cached (decision 114).
 */
export function installSourceMappedStacks(file: string): void {
  const cache = new Map<string, string>();
  Error.prepareStackTrace = (error, frames) => {
    const positions = frames.flatMap((frame) => positionIn(file, frame) ?? []);
    const missing = positions.filter(({ text }) => !cache.has(text));
    if (missing.length > 0) {
      const isFull = cache.size > MAX_CACHED_POSITIONS;
      if (isFull) cache.clear();
      cachePositions(cache, file, isFull ? positions : missing);
    }
    const lines = frames.map((frame) => {
      // Missing in the types: the text of a frame in a stack.
      const line = (frame as { toString(): string }).toString();
      const text = positionIn(file, frame)?.text;
      return `\n    at ${text === undefined ? line : line.replace(text, () => cache.get(text)!)}`;
    });
    return `${headerOf(error)}${lines.join('')}`;
  };
}

interface FramePosition {
  readonly line: number;
  readonly column: number;
  readonly text: string;
}

function positionIn(file: string, frame: NodeJS.CallSite): FramePosition | undefined {
  if (frame.getFileName() !== file) return undefined;
  const [line, column] = [frame.getLineNumber() ?? 0, frame.getColumnNumber() ?? 0];
  return { line, column, text: `${file}:${line}:${column}` };
}

function cachePositions(cache: Map<string, string>, file: string, positions: readonly FramePosition[]): void {
  const originals = findOriginals(file, positions);
  positions.forEach(({ text }, index) => {
    const source = originals[index];
    cache.set(text, source === undefined ? text : `${source.source}:${source.line}:${source.column}`);
  });
}

/** A broken map must not hide the error that is being formatted. */
function findOriginals(
  file: string,
  positions: readonly FramePosition[],
): ReturnType<typeof findSourcePositions> {
  try {
    const map = JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapText;
    return findSourcePositions(map, positions).map((position) =>
      position === undefined ? undefined : { ...position, source: resolve(dirname(file), position.source) },
    );
  } catch {
    return [];
  }
}

function headerOf(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'Error';
  }
}
