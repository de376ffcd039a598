import { firstRow } from './copy-reader';

const column = (text: string | null): Buffer => {
  const body = Buffer.from(text ?? '');
  const length = Buffer.alloc(4);
  length.writeInt32BE(text === null ? -1 : body.length);
  return Buffer.concat([length, body]);
};
const copied = (...columns: (string | null)[]): Buffer => {
  const count = Buffer.alloc(2);
  count.writeInt16BE(columns.length);
  return Buffer.concat([Buffer.alloc(19, 7), count, ...columns.map(column), Buffer.from([0xff, 0xff])]);
};

describe('firstRow', () => {
  it.each([[['a']], [['{"é":"漢字"}', '', 'c']]])('returns the columns %j', (columns) => {
    expect(firstRow(copied(...columns))?.map(String)).toEqual(columns);
  });

  it('returns an empty buffer for null', () => {
    expect(firstRow(copied('a', null, 'b'))?.map(String)).toEqual(['a', '', 'b']);
  });

  it('returns undefined without a row', () => {
    expect(firstRow(Buffer.concat([Buffer.alloc(19, 7), Buffer.from([0xff, 0xff])]))).toBeUndefined();
  });
});
