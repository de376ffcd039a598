import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type ArchivedFile, zipArchive } from './zip-archive';

const file = (name: string, text: string, folder = 'one'): ArchivedFile => ({
  folder,
  name,
  byteSize: text.length,
  date: new Date('2026-03-01T08:00:00Z'),
  open: () => Promise.resolve(Readable.from([Buffer.from(text)])),
});

/** Names of the local file headers. */
const namesIn = (zip: Buffer): string[] => {
  const names: string[] = [];
  for (let at = zip.indexOf('PK\u0003\u0004'); at >= 0; at = zip.indexOf('PK\u0003\u0004', at + 4)) {
    names.push(zip.subarray(at + 30, at + 30 + zip.readUInt16LE(at + 26)).toString());
  }
  return names;
};

describe('zipArchive', () => {
  it('adds no listener for each file', async () => {
    const archive = zipArchive(Array.from({ length: 30 }, (_, index) => file(`${index}.jpg`, 'bytes')));
    let listeners = 0;
    for await (const _ of archive) listeners = Math.max(listeners, archive.listenerCount('close'));
    expect(listeners).toBeLessThan(10);
  });

  it('contains each file below its folder, uncompressed', async () => {
    const zip = await buffer(zipArchive([file('a.jpg', 'first bytes'), file('b.jpg', 'second', 'two')]));
    expect(namesIn(zip)).toEqual(['one/a.jpg', 'two/b.jpg']);
    expect(zip.includes('first bytes')).toBe(true);
  });

  it('is an empty archive without files', async () => {
    expect((await buffer(zipArchive([]))).subarray(0, 4).toString('latin1')).toBe('PK\u0005\u0006');
  });

  it.each([
    ['../../etc/passwd', 'one/.._.._etc_passwd'],
    ['..', 'one/_..'],
    ['a\\b', 'one/a_b'],
    ['/root', 'one/_root'],
    ['', 'one/_'],
  ])('names %j safely', async (name, path) => {
    expect(namesIn(await buffer(zipArchive([file(name, 'x')])))).toEqual([path]);
  });

  it('fails when bytes are missing or of another size', async () => {
    const missing = { ...file('a', 'x'), open: () => Promise.reject(new Error('gone')) };
    await expect(buffer(zipArchive([missing]))).rejects.toThrow('gone');
    await expect(buffer(zipArchive([{ ...file('a', 'x'), byteSize: 2 }]))).rejects.toThrow();
  });

  it('opens one file at a time', async () => {
    let open = 0;
    let most = 0;
    const counted = (name: string): ArchivedFile => ({
      ...file(name, 'x'),
      open: () => {
        open += 1;
        most = Math.max(most, open);
        return Promise.resolve(
          Readable.from([Buffer.from('x')]).on('end', () => {
            open -= 1;
          }),
        );
      },
    });
    await buffer(zipArchive(['a', 'b', 'c'].map(counted)));
    expect(most).toBe(1);
  });
});
