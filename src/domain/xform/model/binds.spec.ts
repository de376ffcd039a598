import { findQuestionType } from '../form/question-types';
import { isDynamicDefault } from './binds';

describe('isDynamicDefault', () => {
  const staticDefaults: [string, string][] = [
    ['text', 'hello there'],
    ['text', 'foo-bar'],
    ['text', 'Bob (the builder)'],
    ['text', 'mailto:me@example.org?subject=a'],
    ['text', 'https://example.org/a-b+c'],
    ['text', 'and'],
    ['integer', '-5'],
    ['decimal', '1.5'],
    ['date', '2024-01-31'],
    ['datetime', '2024-01-31T10:30:00.000-05:00'],
    ['time', '10:30:00'],
    ['geopoint', '32.7 -117.1 14 5.01'],
    ['geotrace', '1 2 - -; 3 4 0 0'],
    ['text', "it's"],
    ['text', '[x]'],
    ['text', 'a modern house'],
    ['text', '5 division'],
    ['text', 'if (in doubt)'],
    ['text', '1309-'],
    ['text', 'KE-01- '],
  ];
  it.each(staticDefaults)('is false for %s: %s', (type, value) => {
    expect(isDynamicDefault(value, findQuestionType(type)!)).toBe(false);
  });

  const dynamicDefaults: [string, string][] = [
    ['integer', '1 + 1'],
    ['integer', '7 - 4'],
    ['integer', '7 mod 4'],
    ['integer', '8 div 4'],
    ['integer', '2 * 3'],
    ['text', '${q}'],
    ['text', 'x ${last-saved#q}'],
    ['date', 'today()'],
    ['text', "instance('l')/root/item"],
    ['text', 'item[1]'],
    ['text', './a | ./b'],
  ];
  it.each(dynamicDefaults)('is true for %s: %s', (type, value) => {
    expect(isDynamicDefault(value, findQuestionType(type)!)).toBe(true);
  });
});
