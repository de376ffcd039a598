import { highlightJson } from './resource-pages';

const ORIGIN = 'https://h.example';
const shown = (json: string, max = 10_000) => {
  const { markup, isComplete } = highlightJson(json, ORIGIN, max);
  return { text: markup.text, isComplete };
};

describe('highlightJson', () => {
  it('puts each value on its own line and marks its type', () => {
    expect(shown('{"a":[1,"x",null],"b":{},"c":[ ]}').text).toBe(
      [
        '{',
        '  <b>"a"</b>: [',
        '    <u>1</u>,',
        '    <i>"x"</i>,',
        '    <u>null</u>',
        '  ],',
        '  <b>"b"</b>: {},',
        '  <b>"c"</b>: []',
        '}',
      ].join('\n'),
    );
  });

  it('links to the service itself only', () => {
    expect(shown(`"${ORIGIN}/api/v2/?a=1&b=2"`).text).toBe(
      '<a href="https://h.example/api/v2/?a=1&amp;b=2">"https://h.example/api/v2/?a=1&amp;b=2"</a>',
    );
    for (const text of [
      'https://h.example.evil/',
      'javascript:alert(1)',
      'https://evil/https://h.example/',
    ]) {
      expect(shown(JSON.stringify(text)).text).not.toContain('<a');
    }
    expect(shown(String.raw`"https://h.example/\u0022onclick=x"`).text).not.toContain('<a');
  });

  it.each([
    '<script>alert(1)</script>',
    '"></pre><img src=x onerror=y>',
    '&lt;',
    "' onclick='x",
    '\\',
    '"',
    '\u2028',
  ])('escapes markup: %s', (text) => {
    const json = JSON.stringify({ [text]: [text, `${ORIGIN}/${text}`] });
    const markup = shown(json).text;
    const bare = markup.replace(/<\/?[biu]>|<a href="[^"<>]*">|<\/a>/g, '');
    expect(bare).not.toMatch(/[<>]/);
    const read = bare.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    expect(JSON.parse(read)).toEqual(JSON.parse(json));
  });

  it('truncates at the limit and accepts incomplete JSON', () => {
    expect(shown('[1,2,3]', 4)).toEqual({ text: '[\n  <u>1</u>,\n  <u>2</u>…', isComplete: false });
    expect(shown('{"a":"unfinis').text).toContain('<b>"a"</b>: ');
    expect(shown(`["${'x'.repeat(2_000_000)}"]`, 1_000).isComplete).toBe(false);
    expect(shown(']]]').text).toBe('\n]\n]\n]');
  });
});
