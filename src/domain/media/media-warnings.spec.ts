import { mediaWarnings } from './media-warnings';

const utf8 = (text: string): Uint8Array => Buffer.from(text);

describe('warnings of CSV', () => {
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
    ['a row without a name', utf8('name,label\n ,A\n'), ['Row 2 has no name']],
    ['a heading alone', utf8('name,label\n'), ['no rows']],
  ])('of %s', (_, bytes, sentences) => {
    const warnings = mediaWarnings('a.CSV', bytes);
    expect(warnings).toHaveLength(sentences.length);
    sentences.forEach((sentence, index) => expect(warnings[index]).toContain(sentence));
  });

  it('are few, however many rows are wrong', () => {
    const warnings = mediaWarnings('a.csv', utf8(`name,label\n${'a\n'.repeat(1000)}`));
    expect(warnings).toHaveLength(8);
    expect(warnings[3]).toBe('997 more rows or columns like that.');
  });

  it('leave the cut end of a large file alone', () => {
    expect(mediaWarnings('a.csv', utf8('name,label\na,A\nb,"B cut he'), false)).toEqual([]);
    expect(mediaWarnings('a.csv', utf8('name,label\na,A\n"b\n'), false)).toEqual([]);
  });
});

describe('warnings of GeoJSON', () => {
  const place = (id: unknown, more = {}) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [36, -3] },
    ...(id !== undefined && { id }),
    ...more,
  });
  const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

  it.each<[string, string, string[]]>([
    ['good places', collection(place('a'), place(2), place(undefined, { properties: { id: 'c' } })), []],
    ['text that is no JSON', '{"features":[', ['not valid JSON']],
    ['another value', '[1]', ['no features']],
    ['no places', collection(), ['has no places']],
    ['a place without id', collection(place('a'), place(undefined)), ['Feature 2 has no "id"']],
    ['a line', collection(place('a', { geometry: { type: 'LineString' } })), []],
    ['many points', collection(place('a', { geometry: { type: 'MultiPoint' } })), ['Feature 1 is no Point']],
    ['no feature', collection(null), ['Feature 1 has no "id"']],
  ])('of %s', (_, text, sentences) => {
    const warnings = mediaWarnings('places.geojson', utf8(text));
    expect(warnings).toHaveLength(sentences.length);
    sentences.forEach((sentence, index) => expect(warnings[index]).toContain(sentence));
  });

  it('are not looked for in other files, nor in the start of one', () => {
    expect(mediaWarnings('a.png', utf8('x'))).toEqual([]);
    expect(mediaWarnings('a.geojson', utf8('{'), false)).toEqual([]);
  });
});
