import { Readable } from 'node:stream';
import { cpuTimeOf } from '../../../test/measure/cpu-time';
import type { MultipartFile, MultipartRequest } from './multipart-parser';
import { readMultipartForm } from './read-multipart-form';

const HEAD = 'Content-Disposition: form-data; name="xml"; filename="a.xml"\r\nContent-Type: text/xml';

function source(body: Buffer, chunkBytes: number): MultipartRequest {
  const chunks = Array.from({ length: Math.ceil(body.length / chunkBytes) }, (_, index) =>
    body.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  const request = Object.assign(Readable.from(chunks, { objectMode: false }), {
    headers: {
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': String(body.length),
    },
  });
  return { request, source: request } as unknown as MultipartRequest;
}

describe('a form of one small file', () => {
  const content = Buffer.alloc(150_000, 'a');
  const form = Buffer.concat([Buffer.from(`--x\r\n${HEAD}\r\n\r\n`), content, Buffer.from('\r\n--x--\r\n')]);

  it.each([1, 100_000])('is read in linear time in chunks of %d bytes', async (chunkBytes) => {
    const parts: MultipartFile[] = [];
    const file = (part: MultipartFile): Promise<void> => {
      parts.push(part);
      return Promise.resolve();
    };
    const sent = source(form, chunkBytes);
    const spent = await cpuTimeOf(() => readMultipartForm(sent, {} as never, { file }));
    expect(parts.map(({ field, name }) => [field, name])).toEqual([['xml', 'a.xml']]);
    expect(Buffer.concat(parts[0]!.content as Buffer[]).equals(content)).toBe(true);
    expect(spent).toBeLessThan(2_000);
  });
});
