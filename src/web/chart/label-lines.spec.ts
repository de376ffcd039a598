import { labelLines } from './label-lines';

describe('labelLines', () => {
  it.each([
    ['Short', ['Short']],
    ['  two   words ', ['two words']],
    ['breaks between its words', ['breaks', 'between its…']],
    ['Donaudampfschiff', ['Donaudampfs', 'chiff']],
    ['漢字漢字漢字', ['漢字漢字漢', '字']],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']],
    ['', ['']],
  ])('breaks %j', (label, lines) => {
    expect(labelLines(label, 11, 2)).toEqual(lines);
  });
});
