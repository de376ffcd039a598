import { PartCounter } from './multipart-parser';

const body = (...parts: string[]): string =>
  parts.map((part) => `--x-b\r\n${part}\r\n`).join('') + '--x-b--\r\n';

const NAMED = 'Content-Disposition: form-data; name="a"\r\n\r\ntext';

describe('PartCounter', () => {
  it.each([
    ['none', '--x-b--\r\n', 0],
    ['one', body(NAMED), 1],
    ['three, one without a head', body(NAMED, '\r\ntext', NAMED), 3],
    ['one that holds what looks like a boundary', body(`${NAMED} --x-b\r\n x--x-b\r\n\r\n--x-bb\r\n`), 1],
  ])('counts %s in chunks of any size', (_what, text, parts) => {
    for (const size of [1, 2, 7, 8, 9, 10, 11, 40, 1000]) {
      const counter = new PartCounter('multipart/form-data; boundary=x-b');
      const bytes = Buffer.from(text);
      for (let start = 0; start < bytes.length; start += size)
        counter.update(bytes.subarray(start, start + size));
      expect([size, counter.parts]).toEqual([size, parts]);
    }
  });

  it('accepts a quoted boundary', () => {
    const counter = new PartCounter('multipart/form-data; boundary="x-b"; charset=utf-8');
    counter.update(Buffer.from(body(NAMED)));
    expect(counter.parts).toBe(1);
  });
});
