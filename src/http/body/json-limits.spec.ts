import { measureJson } from './read-json';

describe('measureJson', () => {
  it.each([
    ['', 0, 0],
    ['7', 0, 0],
    ['{}', 1, 1],
    ['[1,2,3]', 1, 3],
    ['{"a":"b"}', 1, 3],
    ['{"a":{"b":[[]]},"c":[]}', 4, 9],
    ['"[[[["', 0, 1],
    [String.raw`["\"[[[[","\\",[["\\\""]]]`, 3, 8],
    ['["never closed [[[[', 1, 2],
    ['[[[]]][]', 3, 4],
    [']]]]', 0, 0],
  ])('measures %s', (text, depth, tokens) => {
    expect(measureJson(text)).toEqual({ depth, tokens });
  });

  it('measures long strings in linear time', () => {
    // 10 MB: a quadratic scan would not finish.
    const escapes = `["${'\\'.repeat(5_000_000)}","${'\\"'.repeat(2_500_000)}"]`;
    expect(measureJson(escapes).depth).toBe(1);
  });
});
