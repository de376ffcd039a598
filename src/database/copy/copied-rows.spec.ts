import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { CopiedRows } from './copied-rows';

const row = (json: string): Buffer => {
  const body = Buffer.from(json);
  const head = Buffer.alloc(6);
  head.writeInt16BE(1, 0);
  head.writeInt32BE(body.length, 2);
  return Buffer.concat([head, body]);
};
const copy = (rows: string[]): Buffer =>
  Buffer.concat([Buffer.alloc(19, 7), ...rows.map(row), Buffer.from([0xff, 0xff])]);

const inChunks = (bytes: Buffer, size: number): Buffer[] => {
  const chunks: Buffer[] = [];
  // Chunks are copies, for rows are rewritten in place.
  for (let at = 0; at < bytes.length; at += size) chunks.push(Buffer.from(bytes.subarray(at, at + size)));
  return chunks;
};
const read = (chunks: Buffer[]) =>
  text(Readable.from(chunks).pipe(new CopiedRows('{"results":[', ']}'))).then(
    (body) => JSON.parse(body) as unknown,
  );

const rows = [{ _id: 1, name: 'Ann' }, { _id: 2, name: 'é — 漢字' }, { _id: 3 }];

describe('CopiedRows', () => {
  it.each([1, 2, 3, 5, 7, 16, 19, 25, 1000])('joins rows that come in chunks of %i bytes', async (size) => {
    const bytes = copy(rows.map((each) => JSON.stringify(each)));
    expect(await read(inChunks(bytes, size))).toEqual({ results: rows });
  });

  it.each([1, 3, 7, 1000])('puts rows of chunks of %i bytes into their frames', async (size) => {
    const bytes = copy(rows.map((each) => JSON.stringify(each)));
    const frame = { before: rows.map(({ _id }) => `{"id":${_id},"row":`), after: '}' };
    const framed = Readable.from(inChunks(bytes, size)).pipe(new CopiedRows('[', ']', frame));
    expect(JSON.parse(await text(framed))).toEqual(rows.map((row) => ({ id: row._id, row })));
  });

  it('frames nothing when there are no rows', async () => {
    const framed = Readable.from([copy([])]).pipe(new CopiedRows('[', ']', { before: [], after: '}' }));
    expect(await text(framed)).toBe('[]');
  });

  it('makes an empty array of no rows', async () => {
    expect(await read([copy([])])).toEqual({ results: [] });
  });

  it('carries more than one piece', async () => {
    const many = Array.from({ length: 3000 }, (_, id) => ({ id, text: 'x'.repeat(100) }));
    const bytes = copy(many.map((each) => JSON.stringify(each)));
    expect(await read(inChunks(bytes, 10_007))).toEqual({ results: many });
  });

  it('fails when the rows are cut off', async () => {
    const bytes = copy(rows.map((each) => JSON.stringify(each)));
    const broken = Readable.from([bytes.subarray(0, 40)]).pipe(new CopiedRows('[', ']'));
    await expect(text(broken)).rejects.toThrow('before their end');
  });
});
