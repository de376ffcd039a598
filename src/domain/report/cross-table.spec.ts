import { crossTable } from './cross-table';
import type { ReportQuestion } from './report-question';

const question = (
  name: string,
  type: string,
  labels: readonly (readonly [string, string])[],
): ReportQuestion => ({
  name,
  label: name,
  type,
  kind: type === 'select_multiple' ? 'choices' : 'value',
  kuid: null,
  places: [{ path: name, repeats: [] }],
  labels: new Map(labels),
});
const REGION = question('region', 'select_one', [
  ['n', 'North'],
  ['s', 'South'],
]);
const WATER = [
  ['tap', 'Tap'],
  ['well', 'Well'],
  ['rain', 'Rain'],
] as const;
const values = [
  { value: 'well', split: 's', submissions: 3 },
  { value: 'tap', split: 'n', submissions: 2 },
  { value: 'former', split: 'n', submissions: 1 },
  { value: 'well', split: '', submissions: 9 },
];
const split = {
  question: REGION,
  answers: [
    { value: 's', submissions: 5 },
    { value: 'n', submissions: 4 },
  ],
};

describe('crossTable', () => {
  it('counts pairs of answers in form order, without those that answer one question only', () => {
    expect(crossTable(question('water', 'select_one', WATER), { values }, split)).toEqual({
      columns: [
        { label: 'North', total: 3 },
        { label: 'South', total: 3 },
      ],
      rows: [
        { label: 'Tap', cells: [2, 0], total: 2 },
        { label: 'Well', cells: [0, 3], total: 3 },
        { label: 'former', cells: [1, 0], total: 1 },
      ],
      total: 6,
    });
  });

  it('takes all submissions of a column as its 100 % where several answers may be chosen', () => {
    const { columns } = crossTable(question('water', 'select_multiple', WATER), { values }, split);
    expect(columns.map(({ total }) => total)).toEqual([4, 5]);
  });

  it('takes all submissions of a column as its 100 % where the answers are in a repeat', () => {
    const repeated: ReportQuestion = {
      ...question('water', 'select_one', WATER),
      places: [{ path: 'house/water', repeats: ['house'] }],
    };
    const { columns, total } = crossTable(repeated, { values }, split);
    expect(columns.map((column) => column.total)).toEqual([4, 5]);
    expect(total).toBe(9);
  });
});
