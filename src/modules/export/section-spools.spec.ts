import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ScratchSpace } from '../../storage/scratch-space';
import { SectionSpools } from './section-spools';

describe('SectionSpools', () => {
  let root: string;
  let spools: SectionSpools;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'spools-'));
    spools = new SectionSpools(new ScratchSpace(root));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('returns what was written to each section', async () => {
    for (const each of ['a', 'b']) await spools.write(1, Buffer.from(each));
    await spools.write(3, Buffer.from('c'));
    expect([0, 1, 2, 3].filter((section) => spools.has(section))).toEqual([1, 3]);
    expect(await text(spools.read(1))).toBe('ab');
    expect(await text(spools.read(3))).toBe('c');
    await spools.remove();
    expect(await readdir(root)).toEqual([]);
  });

  it('holds no file open that is not read before the export ends', async () => {
    await spools.write(1, Buffer.from('a'));
    const rows = spools.read(1);
    await spools.remove();
    await expect(text(rows)).rejects.toThrow('ENOENT');
  });
});
