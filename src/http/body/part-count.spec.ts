import { PartCount } from './part-count';

const body = (...parts: string[]): string =>
  parts.map((part) => `--x-b\r\n${part}\r\n`).join('') + '--x-b--\r\n';

const NAMED = 'Content-Disposition: form-data; name="a"\r\n\r\ntext';

describe('PartCount', () => {
  it.each([
    ['none', '--x-b--\r\n', 0],
    ['one', body(NAMED), 1],
    ['three, one without a head', body(NAMED, '\r\ntext', NAMED), 3],
    ['one that holds what looks like a boundary', body(`${NAMED} --x-b\r\n x--x-b\r\n\r\n--x-bb\r\n`), 1],
  ])('counts %s, however the bytes come', (_what, text, parts) => {
    for (const size of [1, 2, 7, 8, 9, 10, 11, 40, 1000]) {
      const count = new PartCount('multipart/form-data; boundary=x-b');
      const bytes = Buffer.from(text);
      for (let start = 0; start < bytes.length; start += size) count.see(bytes.subarray(start, start + size));
      expect([size, count.parts]).toEqual([size, parts]);
    }
  });

  it('takes a boundary in quotes', () => {
    const count = new PartCount('multipart/form-data; boundary="x-b"; charset=utf-8');
    count.see(Buffer.from(body(NAMED)));
    expect(count.parts).toBe(1);
  });
});
