import { searchCall } from './search-choices';

const lower = (text: string): string =>
  `translate(${text}, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')`;

describe('choices that are searched in a file', () => {
  it.each([
    ["search('f')", '', 'f', ''],
    ["minimal search( 'f.csv' ) likert", 'minimal likert', 'f', ''],
    [
      "search('f', 'contains', 'a, b', /data/q )",
      '',
      'f',
      `[contains(${lower('a')}, ${lower('string(/data/q)')}) or contains(${lower('b')}, ${lower('string(/data/q)')})]`,
    ],
    [
      `quick search("f", 'matches', 'a', concat( ../q , '../x,)'), 'on', '1')`,
      'quick',
      'f',
      `[${lower('a')} = ${lower("string(concat( current()/../q , '../x,)'))")}][on = string('1')]`,
    ],
  ])('of %s', (text, appearance, file, predicates) => {
    expect(searchCall(text)).toEqual({ appearance, file, predicates });
  });

  it.each(['minimal', 'search()', "search('f', 'near', 'a', 'b')", "search('f', 'matches', 'a b', 'c')"])(
    'are left as they are with %s',
    (text) => {
      expect(searchCall(text)).toBeUndefined();
    },
  );
});
