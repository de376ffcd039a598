import type { ReportQuestion } from '../../domain/report/report-question';
import { MAX_LISTED_VALUES } from '../../domain/report/value-table';
import type { ChartedReport } from '../../modules/report/report.service';
import { crossSection } from './cross-table.page';
import { questionSection } from './question-section';
import { questionTitle } from './question-summary';

const NOTE = 'The 100 most frequent answers are listed.';

const question = (type: string): ReportQuestion => ({
  name: 'visit',
  label: 'Visit',
  type,
  kind: 'value',
  kuid: null,
  places: [{ path: 'visit', repeats: [] }],
  labels: new Map(),
});
const countsOf = (count: number, split: string) => ({
  provided: 200,
  values: Array.from({ length: count }, (_, index) => ({
    value: new Date(Date.UTC(2026, 0, index)).toISOString().slice(0, 10),
    split,
    submissions: 1,
  })),
  numbers: [],
  bins: [],
});

it('shows the hidden label of a cell of a matrix', () => {
  const cell = { ...question('integer'), label: '<span style="display:none">well-Price</span>' };
  expect(questionTitle(cell)).toBe('well-Price');
});

describe('the answers to a question', () => {
  it.each(['date', 'select_one_from_file', 'text'])(
    'of type %s say that rare ones are not listed',
    (type) => {
      const section = (count: number): string =>
        questionSection({
          id: 'q',
          question: question(type),
          counts: countsOf(count, ''),
          points: undefined,
          total: 200,
          split: undefined,
          order: 'frequency',
        }).text;
      expect(section(MAX_LISTED_VALUES)).toContain(NOTE);
      expect(section(MAX_LISTED_VALUES - 1)).not.toContain(NOTE);
    },
  );
});

describe('a cross-table', () => {
  it('does not give the number of listed answers as that of all submissions', () => {
    const split = { question: question('select_one'), answers: [{ value: 'north', submissions: 180 }] };
    const section = (count: number): string =>
      crossSection({ rows: 'visit', columns: 'region', shares: 'count' }, {
        questions: [{ question: question('select_one_from_file'), counts: countsOf(count, 'north') }],
        split,
      } as unknown as ChartedReport).text;
    expect(section(99)).toContain('99 submissions that answer both questions.');
    expect(section(MAX_LISTED_VALUES)).not.toContain('submissions that answer both');
    expect(section(MAX_LISTED_VALUES)).toContain(NOTE);
  });
});
