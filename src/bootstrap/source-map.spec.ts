import { SourceMap } from 'node:module';
import { transformSync } from '@swc/core';
import { findSourcePositions } from './source-map';

const SOURCE = `
interface Named { readonly name: string }
export function greet({ name }: Named): string {
  if (name === '') throw new Error('Who?');

  return \`Hello \${name}\`;
}
export const all = (people: Named[]): string[] => people.map((each) => greet(each));
`;
const { code, map } = transformSync(SOURCE, {
  filename: 'greet.ts',
  sourceMaps: true,
  jsc: { parser: { syntax: 'typescript' }, minify: { compress: false } },
  minify: true,
});
const text = JSON.parse(map!) as { sources: string[]; mappings: string };
const positions = code
  .split('\n')
  .flatMap((line, row) => [...line].map((_, column) => ({ line: row + 1, column: column + 1 })));

describe('findSourcePositions', () => {
  it('finds the same position as Node for each character', () => {
    const reference = new SourceMap(JSON.parse(map!) as ConstructorParameters<typeof SourceMap>[0]);
    const expected = positions.map(({ line, column }) => {
      const entry = reference.findEntry(line - 1, column - 1);
      if (!('originalLine' in entry)) return undefined;
      return { source: entry.originalSource, line: entry.originalLine + 1, column: entry.originalColumn + 1 };
    });
    expect(expected.filter((each) => each !== undefined).length).toBeGreaterThan(100);
    expect(findSourcePositions(text, positions)).toEqual(expected);
  });

  it('reads negative deltas, several sources and several lines', () => {
    const mapped = { sources: ['a.ts', 'b.ts'], mappings: 'AAgCE,IAAI;;ACDF,ECjCJ,O' };
    expect(findSourcePositions(mapped, [{ line: 1, column: 5 }])).toEqual([
      { source: 'a.ts', line: 33, column: 7 },
    ]);
    expect(findSourcePositions(mapped, [{ line: 3, column: 2 }])).toEqual([
      { source: 'b.ts', line: 32, column: 5 },
    ]);
  });

  it('returns undefined before the first segment, in unmapped lines, and beyond the end', () => {
    const mapped = { sources: ['a.ts'], mappings: 'EAAA,I;' };
    const positions = [1, 3, 7].map((column) => ({ line: 1, column }));
    expect(
      findSourcePositions(mapped, [...positions, { line: 2, column: 1 }, { line: 9, column: 1 }]),
    ).toEqual([undefined, { source: 'a.ts', line: 1, column: 1 }, undefined, undefined, undefined]);
  });
});
