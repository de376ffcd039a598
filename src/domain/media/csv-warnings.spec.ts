import { csvWarnings } from './csv-warnings';

const utf8 = (text: string): Uint8Array => Buffer.from(text);

describe('csvWarnings', () => {
  it.each<[string, Uint8Array, string[]]>([
    ['a good file', utf8('name,label\na,A\nb,"B, or b"\n'), []],
    ['one with a byte order mark and CR LF', utf8('\ufeffname,label\r\na,A\r\n'), []],
    ['an empty file', utf8(' \r\n'), ['is empty']],
    ['UTF-16', Buffer.from('\ufeffname,label\na,A', 'utf16le'), ['in UTF-16']],
    ['Latin-1', Buffer.from('name,label\né,É\n', 'latin1'), ['not in UTF-8']],
    ['semicolons', utf8('name;label\na;A\n'), ['by semicolons']],
    ['tabs', utf8('name\tlabel\na\tA\n'), ['by tabs']],
    ['a short row', utf8('name,label\na\nb,B\n'), ['Row 2 has 1 cells']],
    ['a long row', utf8('name,label\na,A\nb,B,C\n'), ['Row 3 has 3 cells']],
    ['an open quote', utf8('name,label\n"a,A\nb,B\n'), ["can't be read"]],
    ['no name', utf8('key,label\na,A\n'), ['no column "name"']],
    ['a repeated column', utf8('name,label,label\na,A,B\n'), ['"label" occurs twice']],
    ['a column without heading', utf8('name,\na,A\n'), ['no heading']],
    ['a repeated name', utf8('name,label\na,A\nb,B\na,C\n'), ['row 4 is that of row 2']],
    ['a heading alone', utf8('name,label\n'), ['no rows']],
  ])('of %s', (_, bytes, sentences) => {
    const warnings = csvWarnings(bytes);
    expect(warnings).toHaveLength(sentences.length);
    sentences.forEach((sentence, index) => expect(warnings[index]).toContain(sentence));
  });

  it('are few, however many rows are wrong', () => {
    const warnings = csvWarnings(utf8(`name,label\n${'a\n'.repeat(1000)}`));
    expect(warnings).toHaveLength(8);
    expect(warnings[3]).toBe('997 more rows or columns like that.');
  });

  it('leave the cut end of a large file alone', () => {
    expect(csvWarnings(utf8('name,label\na,A\nb,"B cut he'), false)).toEqual([]);
    expect(csvWarnings(utf8('name,label\na,A\n"b\n'), false)).toEqual([]);
  });
});
