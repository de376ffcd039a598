import { colourAnswer, Colours, type Colouring } from './colours';
import { answerText } from './place-card';

const colouring = (choices: Colouring['choices']): Colouring => ({
  label: 'Water',
  paths: ['g/w', 'w'],
  choices,
});
const WATER = colouring([
  ['tap', 'Tap'],
  ['well', 'Well'],
]);

describe('Colours', () => {
  it('gives choices their own colours in form order, and counts their places', () => {
    const colours = new Colours(WATER, ['well', '', 'well', 'former']);
    expect(colours.legend()).toEqual([
      { mark: 'mark-2', label: 'Well', places: 2 },
      { mark: 'mark-3', label: 'former', places: 1 },
      { mark: 'mark-none', label: 'No answer', places: 1 },
    ]);
    expect(['tap', 'well', ''].map((answer) => colours.markOf(answer))).toEqual([
      'mark-1',
      'mark-2',
      'mark-none',
    ]);
  });

  it('gives the most frequent of many choices a colour, and all others one', () => {
    const many = Array.from({ length: 20 }, (_, index) => `c${index}`);
    const answers = many.flatMap((name, index) => Array.from({ length: index + 1 }, () => name));
    const colours = new Colours(colouring(many.map((name) => [name, name])), answers);
    const legend = colours.legend();
    expect(legend).toHaveLength(12);
    expect(legend[0]).toEqual({ mark: 'mark-1', label: 'c19', places: 20 });
    expect(legend.at(-1)).toEqual({ mark: 'mark-others', label: 'Other answers', places: 45 });
  });
});

describe('colourAnswer', () => {
  it.each([
    [{ w: 'tap' }, 'tap'],
    [{ 'g/w': '', w: 'well' }, 'well'],
    [{ 'g/w': { uid: 'validation_status_approved', label: 'Approved' } }, 'validation_status_approved'],
    [{ other: 'tap' }, ''],
    [{ w: null }, ''],
  ])('reads %j', (row, expected) => {
    expect(colourAnswer(row, WATER)).toBe(expected);
  });
});

describe('answerText', () => {
  it.each([
    ['choice', 'tap', 'Tap'],
    ['choice', 'gone', 'gone'],
    ['choices', 'tap well', 'Tap, Well'],
    ['text', 'tap <b>', 'tap <b>'],
  ])('shows a %s', (kind, answer, expected) => {
    expect(answerText({ label: '', paths: [], kind, choices: WATER.choices }, answer)).toBe(expected);
  });
});
