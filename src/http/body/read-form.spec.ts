import { Readable } from 'node:stream';
import { processorTimeOf } from '../../../test/measure/processor-time';
import type { FilePart, FormSource } from './multipart-form';
import { readForm } from './read-form';

const HEAD = 'Content-Disposition: form-data; name="xml"; filename="a.xml"\r\nContent-Type: text/xml';

/** A form that comes in pieces of so many bytes. */
function source(body: Buffer, pieceBytes: number): FormSource {
  const pieces = Array.from({ length: Math.ceil(body.length / pieceBytes) }, (_, index) =>
    body.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  const request = Object.assign(Readable.from(pieces, { objectMode: false }), {
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(body.length),
    },
  });
  return { request, source: request } as unknown as FormSource;
}

describe('a form of one small file', () => {
  const content = Buffer.alloc(150_000, 'a');
  const form = Buffer.concat([Buffer.from(`--x\r\n${HEAD}\r\n\r\n`), content, Buffer.from('\r\n--x--\r\n')]);

  it.each([1, 100_000])(
    'costs in proportion to its size when it comes in pieces of %d bytes',
    async (pieceBytes) => {
      const parts: FilePart[] = [];
      const file = (part: FilePart): Promise<void> => {
        parts.push(part);
        return Promise.resolve();
      };
      const sent = source(form, pieceBytes);
      const spent = await processorTimeOf(() => readForm(sent, {} as never, { file }));
      expect(parts.map(({ field, name }) => [field, name])).toEqual([['xml', 'a.xml']]);
      expect(Buffer.concat(parts[0]!.content as Buffer[]).equals(content)).toBe(true);
      expect(spent).toBeLessThan(2_000);
    },
  );
});
