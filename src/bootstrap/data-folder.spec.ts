import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assertWritable } from './data-folder';
import { StartError } from './start-error';

describe('assertWritable', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'fieldhouse-data-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('creates the folder and removes its test file', () => {
    assertWritable(join(folder, 'a', 'b'));
    expect(readdirSync(join(folder, 'a', 'b'))).toEqual([]);
  });

  it('accepts the test file of another process with the same pid, as in containers', () => {
    const others = `.trial-${process.pid}`;
    mkdirSync(join(folder, others));
    assertWritable(folder);
    expect(readdirSync(folder)).toEqual([others]);
  });

  it('rejects a file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => assertWritable(join(folder, 'file'))).toThrow(StartError);
  });
});
