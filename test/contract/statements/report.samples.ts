import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import type { QuestionKind, ReportQuestion } from '../../../src/domain/report/report-question';
import { findTimeZone, UTC } from '../../../src/domain/time-zone';
import { ReportRepository } from '../../../src/modules/report/report.repository';
import { SUMMARY_LIMITS } from '../../../src/database/summary/summary.repository';
import { ID, LONG_ANSWER, UID } from './sample-rows';
import { samplesOf } from './samples';

const ALL = { assetId: ID, filter: undefined } as SubmissionScope;
const SOME = {
  assetId: ID,
  filter: { kind: 'exists', field: { source: 'answer', path: 'pump/depth' } },
} as SubmissionScope;

const question = (name: string, kind: QuestionKind, repeats: readonly string[] = []): ReportQuestion => ({
  name,
  label: undefined,
  type: '',
  kind,
  kuid: null,
  places: [{ repeats, path: [...repeats, name].join('/') }],
  labels: new Map(),
});
const QUESTIONS = [question('pump', 'value'), question('litres', 'number', ['user'])];
const MORE_QUESTIONS = [
  question('depth', 'number', ['user', 'well']),
  question('parts', 'choices'),
  question('needs', 'choices', ['user']),
  question('place', 'count'),
];
/** Enough questions to be counted in two halves. */
const MANY = Array.from({ length: 16 }, (_, index) => `step_${index}`);
const NEVER_ABORTED = new AbortController().signal;

/** With and without summaries. */
export const reportSamples = [0, Infinity].map((minSubmissions) =>
  samplesOf<ReportRepository>(ReportRepository, () => {
    SUMMARY_LIMITS.minSubmissions = minSubmissions;
    return {
      counts: [
        [
          ALL,
          { version: { kind: 'all' }, questions: QUESTIONS, splitBy: undefined, charts: undefined },
          NEVER_ABORTED,
        ],
        [
          ALL,
          {
            version: { kind: 'all' },
            questions: [
              ...['pump', 'village', 'owner'].map((name) => question(name, 'value')),
              question('place', 'count'),
              question('story', 'value'),
              question('litres', 'number', ['user']),
            ],
            splitBy: undefined,
            charts: undefined,
          },
          NEVER_ABORTED,
        ],
        [
          ALL,
          {
            version: { kind: 'all' },
            questions: [LONG_ANSWER, ...MANY].map((name) => question(name, 'value')),
            splitBy: undefined,
            charts: UTC,
          },
          NEVER_ABORTED,
        ],
        [
          ALL,
          {
            version: { kind: 'all' },
            questions: [question(LONG_ANSWER, 'value')],
            splitBy: question('district', 'value'),
            charts: undefined,
          },
          NEVER_ABORTED,
        ],
        [
          SOME,
          {
            version: { kind: 'one', uid: UID, isNewest: true },
            questions: [...QUESTIONS, ...MORE_QUESTIONS],
            splitBy: question('district', 'value'),
            charts: findTimeZone('Europe/Paris'),
          },
          NEVER_ABORTED,
        ],
      ],
      clusters: [
        [ALL, { kind: 'all' }, [{ index: 0, question: question('place', 'count') }], NEVER_ABORTED],
        [
          SOME,
          { kind: 'one', uid: UID, isNewest: false },
          [{ index: 3, question: question('spring', 'count', ['user', 'well']) }],
          NEVER_ABORTED,
        ],
      ],
    };
  }),
);
