import { InvalidError } from '../errors';
import { assertStorableText } from './storable-text';

describe('text that PostgreSQL can hold', () => {
  it.each(['', 'plain', 'é ß 漢', '😀', '\u0001\t\uFFFF'])('takes %j', (text) => {
    expect(() => assertStorableText(text, 'The name')).not.toThrow();
  });

  it.each([
    ['a\u0000b', /^The name holds a NUL character; remove it\.$/],
    ['\uD83D', /^The name holds half of a surrogate pair/],
    ['a\uDE00', /^The name holds half of a surrogate pair/],
    ['\uDE00\uD83D', /^The name holds half of a surrogate pair/],
  ])('refuses %j', (text, message) => {
    expect(() => assertStorableText(text, 'The name')).toThrow(InvalidError);
    expect(() => assertStorableText(text, 'The name')).toThrow(message);
  });
});
