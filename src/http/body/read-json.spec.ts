import { readLargeJson, MAX_INLINE_JSON_BYTES } from './read-json';

const read = (text: string, maxTokens = 1_000_000) =>
  readLargeJson({ bytes: Buffer.from(text), charset: 'utf-8', maxTokens: maxTokens });
const LARGE = { survey: Array.from({ length: 3000 }, (_, index) => ({ name: `q${index}`, label: 'é' })) };

describe('readLargeJson', () => {
  it('keeps large members as JSON, and parses the rest', () => {
    const text = 'x'.repeat(MAX_INLINE_JSON_BYTES + 1);
    const { rest, large } = read(
      JSON.stringify({ name: 'N', content: LARGE, settings: { a: [1] }, text, none: null }),
    );
    expect(rest).toEqual({ name: 'N', settings: { a: [1] }, text, none: null });
    expect(Object.keys(large)).toEqual(['content']);
    expect(JSON.parse(Buffer.from(large['content']!).toString())).toEqual(LARGE);
  });

  it('treats __proto__ as an ordinary member', () => {
    const { rest } = read('{"__proto__":{"polluted":true}}');
    expect(Object.keys(rest)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['invalid JSON', '{"a":', 'invalid', 'JSON parse error'],
    ['deep nesting', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, 'invalid', 'deeper than 100'],
    ['a list', '[]', 'invalid', 'JSON object'],
    ['null', 'null', 'invalid', 'JSON object'],
    ['too many values', `[${'0,'.repeat(1_000_001)}0]`, 'too-large', 'more than 1000000 values'],
    [
      'too many members',
      `{${Array.from({ length: 100_000 }, (_, index) => `"member ${index}":1`).join(',')}}`,
      'too-large',
      'too many members',
    ],
  ])('refuses %s', (_case, text, kind, message) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ kind, message: expect.stringContaining(message) as string }),
    );
  });
});
