import type { QuestionKind, ReportQuestion } from './report-question';
import { type Bin, histogram, labelOf, type Split } from './value-table';

const question = (kind: QuestionKind): ReportQuestion => ({
  name: 'n',
  label: undefined,
  type: 'integer',
  kind,
  kuid: null,
  places: [{ path: 'n', repeats: [] }],
  labels: new Map(),
});
const bin = (from: number, width: number, more: Partial<Bin> = {}): Bin => ({
  from,
  width,
  split: '',
  answers: 1,
  least: from,
  greatest: from,
  ...more,
});

describe('histogram', () => {
  it.each<[string, QuestionKind, readonly Bin[], boolean]>([
    ['whole numbers', 'whole', [bin(1, 1), bin(4, 1)], true],
    ['intervals of whole numbers', 'whole', [bin(0, 5, { greatest: 3 }), bin(10, 5)], false],
    ['decimal numbers', 'number', [bin(1, 1, { greatest: 1.5 })], false],
    ['decimal numbers that are whole', 'number', [bin(1, 1), bin(2, 1)], true],
  ])('has columns of %s', (_, kind, bins, isByNumber) => {
    expect(histogram(question(kind), bins, undefined)).toMatchObject({ isByNumber });
  });

  it('fills gaps, and adds what each group has', () => {
    const answers = [
      { value: 'a', submissions: 2 },
      { value: 'b', submissions: 1 },
    ];
    const split: Split = { question: question('value'), answers };
    const bins = [bin(1, 1, { split: 'a', answers: 2 }), bin(1, 1), bin(3, 1, { split: 'b' })];
    expect(histogram(question('whole'), bins, split).columns).toEqual([
      { from: 1, answers: 2, parts: [2, 0] },
      { from: 2, answers: 0, parts: [0, 0] },
      { from: 3, answers: 1, parts: [0, 1] },
    ]);
  });
});

describe('labelOf', () => {
  const labels = new Map([['a', 'Apples']]);

  it.each([
    ['select_one', 'a', 'Apples'],
    ['select_one', 'b', 'b'],
    ['select_multiple_from_file', 'b a', 'b Apples'],
    ['rank', 'a', 'a'],
    ['rank', 'b a', 'b a'],
  ])('of an answer to %s %s is %s', (type, answer, label) => {
    expect(labelOf({ type, labels }, answer)).toBe(label);
  });
});
