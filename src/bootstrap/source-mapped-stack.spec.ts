import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stackMapper } from './source-mapped-stack';

const folder = mkdtempSync(join(tmpdir(), 'fieldhouse-stack-'));
const file = join(folder, 'bundle.js');
const stackAt = (...positions: string[]): string =>
  positions.map((position) => `    at greet (${file}:${position})`).join('\n');

/** `a.ts` from column 3 on line 1, nothing from column 5 on; `b.ts` on line 3. */
const MAP = { version: 3, sources: ['a.ts', 'b.ts'], names: [], mappings: 'EAgCE,I;;ACDF' };

beforeEach(() => writeFileSync(`${file}.map`, JSON.stringify(MAP)));
afterAll(() => rmSync(folder, { recursive: true }));

describe('stackMapper', () => {
  it('names positions of the sources', () => {
    expect(stackMapper(file)(stackAt('1:3', '3:2'))).toBe(
      `    at greet (${folder}/a.ts:33:3)\n    at greet (${folder}/b.ts:32:1)`,
    );
  });

  it('leaves unmapped positions and other files as they are', () => {
    const stack = `${stackAt('1:7')}\n    at run (node:internal/main:1:3)`;
    expect(stackMapper(file)(stack)).toBe(stack);
  });

  it('leaves the stack as it is without a map, or with a broken one', () => {
    rmSync(`${file}.map`);
    expect(stackMapper(file)(stackAt('1:3'))).toBe(stackAt('1:3'));
    writeFileSync(`${file}.map`, '{');
    expect(stackMapper(file)(stackAt('1:3'))).toBe(stackAt('1:3'));
  });

  it('reads the map for new positions only', () => {
    const map = stackMapper(file);
    const mapped = map(stackAt('1:3'));
    rmSync(`${file}.map`);
    expect(map(stackAt('1:3'))).toBe(mapped);
  });
});
