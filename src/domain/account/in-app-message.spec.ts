import { assertMessageText, escapeMarkdown, readInteractions } from './in-app-message';

describe('readInteractions', () => {
  it.each([
    [{}, {}],
    [{ acknowledged: true }, { acknowledged: true }],
    [
      { readTime: '2026-03-01T08:00:00.000Z', acknowledged: false },
      { readTime: '2026-03-01T08:00:00.000Z', acknowledged: false },
    ],
    [{ readTime: null, other: 1, __proto__: { acknowledged: 1 } }, {}],
  ])('of %j are %j', (sent, read) => {
    expect(readInteractions(JSON.parse(JSON.stringify(sent)))).toEqual(read);
  });

  it.each([
    { readTime: 'soon' },
    { readTime: 7 },
    { readTime: `2026-03-01${' '.repeat(40)}` },
    { acknowledged: 'yes' },
    { acknowledged: null },
  ])('rejects %j', (sent) => {
    expect(() => readInteractions(sent)).toThrow(/^interactions: /);
  });
});

describe('assertMessageText', () => {
  it('requires every text, up to its length', () => {
    const text = { title: 'a', snippet: 'b', body: 'c' };
    expect(() => assertMessageText(text)).not.toThrow();
    expect(() => assertMessageText({ ...text, body: ' \n' })).toThrow('body: Enter a text.');
    expect(() => assertMessageText({ ...text, title: 'x'.repeat(256) })).toThrow(/^title: .* 255 /);
  });
});

describe('escapeMarkdown', () => {
  it('leaves nothing that Markdown interprets', () => {
    expect(escapeMarkdown('a_b *c*\n# <d> [e](f)')).toBe('a\\_b \\*c\\* \\# \\<d\\> \\[e\\]\\(f\\)');
  });
});
