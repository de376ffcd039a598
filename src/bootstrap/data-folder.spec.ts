import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertWritable } from './data-folder';
import { StartError } from './start-error';

describe('the data folder', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'fieldhouse-data-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made, and nothing is left in it', () => {
    assertWritable(join(folder, 'a', 'b'));
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual([]);
  });

  it('may be tried by another process of the same number, as in containers', () => {
    const others = `.trial-${process.pid}`;
    mkdirSync(join(folder, others));
    assertWritable(folder);
    expect(readdirSync(folder)).toEqual([others]);
  });

  it('can be no file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => assertWritable(join(folder, 'file'))).toThrow(StartError);
  });
});
