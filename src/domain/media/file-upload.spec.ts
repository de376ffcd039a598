import { thrownBy } from '../../../test/fixtures/rejection';
import { InvalidError } from '../errors';
import { readBase64, readFileUpload, type FileUploadInput } from './file-upload';

const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  mp3: 'audio/mpeg',
  csv: 'text/csv',
  json: 'application/json',
  exe: 'application/x-msdos-program',
};
const mediaTypeOf = (name: string): string => TYPES[/\.([^.]*)$/.exec(name)?.[1] ?? ''] ?? '';
const read = (sent: Partial<FileUploadInput>) =>
  readFileUpload(
    { fileType: 'form_media', metadata: undefined, partFileName: undefined, base64: undefined, ...sent },
    mediaTypeOf,
  );
const errorOf = (sent: Partial<FileUploadInput>): unknown => {
  const error = thrownBy(() => read(sent));
  expect(error).toBeInstanceOf(InvalidError);
  return (error as InvalidError).fields ?? (error as InvalidError).message;
};
const remote = (redirect_url: unknown) => read({ metadata: { redirect_url } });
const BASE64 = 'data:image/png;base64,AAAA';
const MEDIA_ONLY =
  'Only `image`, `audio`, `video`, `text/csv`, `application/xml`, `application/zip`, `application/geo+json` MIME types are allowed';
const LAYERS_ONLY =
  'Only `text/csv`, `application/vnd.google-earth.kml+xml`, `application/vnd.google-earth.kmz`, `application/wkt`, `application/geo+json`, `application/json` MIME types are allowed';

describe('readFileUpload', () => {
  it('accepts a binary part', () => {
    expect(read({ partFileName: 'crab.png' })).toEqual({
      field: 'content',
      fileName: 'crab.png',
      mimetype: 'image/png',
      redirectUrl: undefined,
    });
  });

  it.each([
    ['crab.png', 'crab.png'],
    ['../../up.png', 'up.png'],
    ['C:\\photos\\up.png', 'up.png'],
    ['"quoted"; x=\r\ny.png', '"quoted"; x=\r\ny.png'],
  ])('accepts base64 named %j as %j', (filename, fileName) => {
    expect(read({ base64: BASE64, metadata: { filename } })).toMatchObject({
      field: 'base64Encoded',
      fileName,
    });
  });

  it.each([
    ['https://h.example/pictures/remote.png?x=1', 'remote.png'],
    ['http://h.example/a%20b.png', 'a b.png'],
    ['http://h.example/a%2Fb.png', 'b.png'],
    ['ftp://h.example/%E0%A4%A.png', '%E0%A4%A.png'],
  ])('names a remote file by the last path segment: %s', (url, fileName) => {
    expect(remote(url)).toMatchObject({ field: 'metadata', fileName, redirectUrl: new URL(url).href });
  });

  it.each([
    ['not a url'],
    ['javascript:alert(1)//x.png'],
    ['data:image/png;base64,AAAA'],
    ['file:///etc/x.png'],
    ['//h.example/x.png'],
    [7],
    [{}],
  ])('refuses the link %j', (redirect_url) => {
    expect(errorOf({ metadata: { redirect_url } })).toEqual({ metadata: ['`redirect_url` is invalid'] });
  });

  it.each<[string, Partial<FileUploadInput>, unknown]>([
    ['nothing', {}, { content: ['No files have been submitted'] }],
    ['no link', { metadata: { redirect_url: '' } }, { content: ['No files have been submitted'] }],
    ['no metadata', { base64: BASE64 }, { metadata: ['This field is required'] }],
    ['no name', { base64: BASE64, metadata: {} }, { metadata: ['`filename` is required'] }],
    ['folders', { base64: BASE64, metadata: { filename: 'a/..' } }, { metadata: ['`filename` is required'] }],
    ['a program', { partFileName: 'evil.exe' }, { content: [MEDIA_ONLY] }],
    ['no extension', { partFileName: 'png' }, { content: [MEDIA_ONLY] }],
    ['a layer', { partFileName: 'x.json' }, { content: [MEDIA_ONLY] }],
    ['a picture as a layer', { fileType: 'map_layer', partFileName: 'x.png' }, { content: [LAYERS_ONLY] }],
    [
      'a program in base64',
      { base64: BASE64, metadata: { filename: 'z.exe' } },
      { base64Encoded: [MEDIA_ONLY] },
    ],
    [
      'a link without a name',
      { metadata: { redirect_url: 'http://h.example/' } },
      { metadata: [MEDIA_ONLY] },
    ],
    [
      'a long name',
      { partFileName: `${'x'.repeat(500)}.png` },
      { content: ['The file name is longer than 500 characters; shorten it.'] },
    ],
    [
      'a NUL',
      { base64: BASE64, metadata: { filename: 'a\u0000.png' } },
      { base64Encoded: ['The file name holds a NUL character; remove it.'] },
    ],
  ])('refuses %s', (_what, sent, expected) => {
    expect(errorOf(sent)).toEqual(expected);
  });

  it.each<Partial<FileUploadInput>>([
    { partFileName: 'a.png', base64: BASE64 },
    { partFileName: 'a.png', metadata: { redirect_url: 'http://h.example/a.png' } },
    { base64: BASE64, metadata: { filename: 'a.png', redirect_url: 'http://h.example/a.png' } },
  ])('refuses two sources at once: %j', (sent) => {
    expect(errorOf(sent)).toMatch(/^You cannot upload media file with two different ways/);
  });
});

describe('readBase64', () => {
  it.each([
    ['data:image/png;base64,AAEC', [0, 1, 2]],
    ['base64,AAE=', [0, 1]],
    ['data:image/png;base64,AA\nEC', [0, 1, 2]],
  ])('reads %j', (text, bytes) => {
    expect([...readBase64(text)]).toEqual(bytes);
  });

  it.each([['nonsense'], ['data:image/png;base64,'], ['data:;base64,??'], ['AAEC']])('refuses %j', (text) => {
    expect(() => readBase64(text)).toThrow(InvalidError);
  });
});
