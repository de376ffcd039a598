import { wrapLabel } from './bar-chart';

describe('wrapLabel', () => {
  it.each([
    ['Short', ['Short']],
    ['  two   words ', ['two words']],
    ['breaks between its words', ['breaks', 'between its…']],
    ['Donaudampfschiff', ['Donaudampfs', 'chiff']],
    ['漢字漢字漢字', ['漢字漢字漢', '字']],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', '👩‍👩‍👧‍👦']],
    ['', ['']],
  ])('wraps %j', (label, lines) => {
    expect(wrapLabel(label, 11, 2)).toEqual(lines);
  });
});
