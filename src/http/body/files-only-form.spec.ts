import { parseFilesOnlyForm, simpleBoundary } from './read-multipart-form';

const HEAD = 'Content-Disposition: form-data; name="xml"; filename="a b.xml"\r\nContent-Type: Text/XML';
const part = (head: string, content: string): string => `--x-b\r\n${head}\r\n\r\n${content}\r\n`;
const form = (...parts: string[]): string => `${parts.join('')}--x-b--\r\n`;
const parse = (text: string, isComplete = true) => parseFilesOnlyForm(Buffer.from(text), 'x-b', isComplete);

describe('parseFilesOnlyForm', () => {
  it.each([
    ['as browsers write it', form(part(HEAD, '<a/>')), '<a/>'],
    ['without a line after its end', form(part(HEAD, '<a/>')).slice(0, -2), '<a/>'],
    ['that is empty', form(part(HEAD, '')), ''],
    [
      'that holds lines and what looks like a boundary',
      form(part(HEAD, 'é\r\n--x\r\n\r\n--y-b--')),
      'é\r\n--x\r\n\r\n--y-b--',
    ],
    [
      'with a length and an encoding that is none',
      form(part(`${HEAD}\r\nContent-Transfer-Encoding: binary\r\nContent-Length: 4`, '<a/>')),
      '<a/>',
    ],
    ['with a charset', form(part(`${HEAD}; charset=utf-8`, '<a/>')), '<a/>'],
  ])('finds one file %s', (_what, text, content) => {
    expect(parse(text)).toEqual([
      { field: 'xml', name: 'a b.xml', mimetype: 'text/xml', content: Buffer.from(content) },
    ]);
  });

  it('returns files in order', () => {
    const photo = HEAD.replace('a b.xml', 'p.jpg').replace('Text/XML', 'image/jpeg');
    expect(parse(form(part(HEAD, '<a/>'), part(photo, 'bytes'), part(photo, '')))).toEqual([
      { field: 'xml', name: 'a b.xml', mimetype: 'text/xml', content: Buffer.from('<a/>') },
      { field: 'xml', name: 'p.jpg', mimetype: 'image/jpeg', content: Buffer.from('bytes') },
      { field: 'xml', name: 'p.jpg', mimetype: 'image/jpeg', content: Buffer.from('') },
    ]);
  });

  it.each([
    ['a file and a text', form(part(HEAD, 'one'), part('Content-Disposition: form-data; name="a"', 'two'))],
    ['very many files', form(...Array<string>(21).fill(part(HEAD, 'one')))],
    ['a second head without end', `${part(HEAD, 'one')}--x-b\r\n${HEAD}`],
    ['a second head that is long', form(part(HEAD, 'one'), part(`${HEAD}\r\nX: ${'x'.repeat(1024)}`, ''))],
    ['no part', '--x-b--\r\n'],
    ['nothing', ''],
    ['something before', `x\r\n${form(part(HEAD, 'one'))}`],
    ['something behind', `${form(part(HEAD, 'one'))}x`],
    ['no end', part(HEAD, 'one')],
    ['half an end', `${part(HEAD, 'one')}--x-b-`],
    ['text without a filename', form(part('Content-Disposition: form-data; name="xml"', 'one'))],
    ['a file without a type', form(part(HEAD.split('\r\n')[0]!, 'one'))],
    ['an encoding', form(part(`${HEAD}\r\nContent-Transfer-Encoding: base64`, 'b25l'))],
    ['two types', form(part(`${HEAD}\r\nContent-Type: text/html`, 'one'))],
    ['a folded line', form(part(HEAD.replace('; filename', ';\r\n filename'), 'one'))],
    ['a content that is its end', `--x-b\r\n${HEAD}\r\n\r\n--x-b--\r\n`],
    ['another boundary that begins alike', form(part(HEAD, 'one\r\n--x-bb'))],
    ...['', '.', '..', 'a/b.xml', 'a\\b.xml', 'a%22.xml', 'é.xml', 'a";x="b.xml'].map((name) => [
      `a file called ${name}`,
      form(part(HEAD.replace('a b.xml', name), 'one')),
    ]),
    ['a name in another form', form(part(HEAD.replace('filename="a b.xml"', "filename*=utf-8''a"), 'one'))],
  ])('leaves %s to the general parser', (_what, text) => {
    expect(parse(text)).toBe('other');
  });

  it('needs more bytes while all parts so far are files', () => {
    const text = form(part(HEAD, '<a>\r\n--x</a>'), part(HEAD, 'two'));
    for (let length = 0; length <= text.length; length += 1) {
      expect([length, parse(text.slice(0, length), false)]).toEqual([length, 'unfinished']);
    }
  });

  it('stops at the first part that is not a file', () => {
    const text = `${part(HEAD, 'one')}--x-b\r\nContent-Disposition: form-data; name="a"\r\n\r\n`;
    expect(parse(text, false)).toBe('other');
  });
});

describe('simpleBoundary', () => {
  it.each([
    ['multipart/form-data; boundary=----WebKit17', '----WebKit17'],
    ['multipart/form-data;boundary=x', 'x'],
    ['multipart/form-data; boundary="x"', undefined],
    ['multipart/form-data; charset=utf-8; boundary=x', undefined],
    ['multipart/form-data', undefined],
    ['application/json', undefined],
    [undefined, undefined],
  ])('returns for %s: %s', (contentType, boundary) => {
    expect(simpleBoundary(contentType)).toBe(boundary);
  });
});
