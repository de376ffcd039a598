import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import type { QuestionKind } from '../../../src/domain/report/question-kind';
import type { ReportQuestion } from '../../../src/domain/report/report-question';
import { ReportQuery } from '../../../src/modules/report/report.query';
import { ReportPlaceQuery } from '../../../src/modules/report/report-place.query';
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
  repeats,
  path: [...repeats, name].join('/'),
  labels: new Map(),
});
const QUESTIONS = [question('pump', 'value'), question('litres', 'number', ['user'])];
const MORE_QUESTIONS = [
  question('depth', 'number', ['user', 'well']),
  question('parts', 'choices'),
  question('needs', 'choices', ['user']),
  question('place', 'count'),
];
/** So many that they are counted in two halves. */
const MANY = Array.from({ length: 16 }, (_, index) => `step_${index}`);
const WAITED_FOR = new AbortController().signal;

export const reportSamples = [
  samplesOf<ReportQuery>(ReportQuery, () => ({
    counts: [
      [
        ALL,
        { version: { kind: 'all' }, questions: QUESTIONS, splitPath: undefined, isDrawn: false },
        WAITED_FOR,
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
          splitPath: undefined,
          isDrawn: false,
        },
        WAITED_FOR,
      ],
      [
        ALL,
        {
          version: { kind: 'all' },
          questions: [LONG_ANSWER, ...MANY].map((name) => question(name, 'value')),
          splitPath: undefined,
          isDrawn: true,
        },
        WAITED_FOR,
      ],
      [
        ALL,
        {
          version: { kind: 'all' },
          questions: [question(LONG_ANSWER, 'value')],
          splitPath: 'district',
          isDrawn: false,
        },
        WAITED_FOR,
      ],
      [
        SOME,
        {
          version: { kind: 'one', uid: UID, isNewest: true },
          questions: [...QUESTIONS, ...MORE_QUESTIONS],
          splitPath: 'district',
          isDrawn: true,
        },
        WAITED_FOR,
      ],
    ],
  })),
  samplesOf<ReportPlaceQuery>(ReportPlaceQuery, () => ({
    places: [
      [ALL, { kind: 'all' }, [{ index: 0, question: question('place', 'count') }], WAITED_FOR],
      [
        SOME,
        { kind: 'one', uid: UID, isNewest: false },
        [{ index: 3, question: question('spring', 'count', ['user', 'well']) }],
        WAITED_FOR,
      ],
    ],
  })),
];
