import { Readable } from 'node:stream';
import { AUDIT_HEADERS, auditPaths, auditRows } from './audit-table';

const rowsOf = async (bytes: Readable): Promise<Record<string, string>[]> => {
  const rows: Record<string, string>[] = [];
  for await (const row of auditRows({ submissionId: 7, uuid: 'u', bytes })) {
    expect(row).toHaveLength(AUDIT_HEADERS.length);
    const cells = row.map((cell, index): [string, string] => [AUDIT_HEADERS[index]!, cell]);
    rows.push(Object.fromEntries(cells.filter(([, cell]) => cell !== '')));
  }
  return rows;
};
const read = (text: string) => rowsOf(Readable.from([Buffer.from(text)]));
const ID = { _id: '7', _uuid: 'u' };

describe('auditPaths', () => {
  it('are those in meta, not background recordings', () => {
    expect(auditPaths({ recordedPaths: new Set(['meta/audit', 'sound', 'g/metadata']) })).toEqual([
      'meta/audit',
    ]);
  });
});

describe('auditRows', () => {
  it('has the cells of a file under their headings, whatever their order', async () => {
    expect(await read('\ufeffevent,node,start,end\r\nform start,,1,\r\nquestion,/data/"a",2,3\r\n')).toEqual([
      { ...ID, event: 'form start', start: '1' },
      { ...ID, event: 'question', node: '/data/"a"', start: '2', end: '3' },
    ]);
    expect(await read('user,event,new-value,old-value\nann,question,"a, ""b""\nc",x\n')).toEqual([
      { ...ID, user: 'ann', event: 'question', 'new-value': 'a, "b"\nc', 'old-value': 'x' },
    ]);
  });

  it('keeps cells of unknown columns, and more cells than headings', async () => {
    expect(await read('event,battery,\njump,81,x,y\njump,,,\n')).toEqual([
      { ...ID, event: 'jump', other: '{"battery":"81","column 3":"x","column 4":"y"}' },
      { ...ID, event: 'jump' },
    ]);
  });

  it('keeps the cells of columns with the same heading', async () => {
    expect(await read('event,node,event\njump,a,b\n')).toEqual([
      { ...ID, event: 'jump', node: 'a', other: '{"column 3":"b"}' },
    ]);
  });

  it.each(['', '\n\n', 'event,node'])('has no rows for %j', async (text) => {
    expect(await read(text)).toEqual([]);
  });

  it('has the rows before an open quote, and says why it stops', async () => {
    const [first, second, ...others] = await read('event,node\njump,a\njump,"b\njump,c\n');
    expect(first).toEqual({ ...ID, event: 'jump', node: 'a' });
    expect(second).toMatchObject({
      ...ID,
      other: expect.stringMatching(/^\{"error":"Quote Not Closed/) as string,
    });
    expect(others).toEqual([]);
  });

  it('stops at a row that no device writes', async () => {
    const rows = await read(`event,node\njump,"${'b'.repeat(2 * 1024 * 1024)}"\n`);
    expect(rows).toEqual([{ ...ID, other: expect.stringContaining('Max Record Size') as string }]);
  });

  it('passes on an error of the bytes', async () => {
    const bytes = Readable.from(
      (async function* () {
        yield Buffer.from('event\njump\n');
        await Promise.reject(new Error('disk'));
      })(),
    );
    await expect(rowsOf(bytes)).rejects.toThrow('disk');
  });

  it('closes the bytes if the reader stops', async () => {
    const bytes = Readable.from([Buffer.from('event\njump\njump\n'), Buffer.from('jump\n'.repeat(100_000))]);
    for await (const row of auditRows({ submissionId: 7, uuid: 'u', bytes })) {
      expect(row[2]).toBe('jump');
      break;
    }
    expect(bytes.destroyed).toBe(true);
  });
});
