import { formatTags, parseTags } from './standard-rows';

describe('tags', () => {
  it.each<[unknown, unknown, string[]]>([
    ['a b', undefined, ['a', 'b']],
    [undefined, '#adm1 +code', ['hxl:#adm1', 'hxl:+code']],
    ['b', '#adm1+code+fr', ['b', 'hxl:#adm1', 'hxl:+code', 'hxl:+fr']],
    [['hxl:#x', 'word', 'word', 5, ''], undefined, ['word', 'hxl:#x']],
    ['', '', []],
    [7, {}, []],
  ])('parses %j and %j', (tags, hxl, expected) => {
    expect(parseTags(tags, hxl)).toEqual(expected);
  });

  it('formats tags as they are parsed', () => {
    const tags = ['b', 'hxl:#adm1', 'hxl:+code'];
    const written = formatTags(tags);
    expect(written).toEqual({ tags: 'b', hxl: '#adm1+code' });
    expect(parseTags(written.tags, written.hxl)).toEqual(tags);
  });
});
