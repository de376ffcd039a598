import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import type { QuestionKind } from '../../../src/domain/report/question-kind';
import type { ReportQuestion } from '../../../src/domain/report/report-question';
import { ReportQuery } from '../../../src/modules/report/report.query';
import { ID, UID } from './sample-rows';
import { samplesOf } from './samples';

const ALL = { assetId: ID, filter: undefined } as SubmissionScope;
const SOME = {
  assetId: ID,
  filter: { kind: 'exists', field: { source: 'answer', path: 'pump/depth' } },
} as SubmissionScope;

const question = (name: string, kind: QuestionKind, repeats: readonly string[] = []): ReportQuestion => ({
  name,
  type: '',
  kind,
  kuid: null,
  repeats,
  paths: [[...repeats, name].join('/')],
  labels: new Map(),
});
const QUESTIONS = [question('pump', 'value'), question('litres', 'number', ['user'])];

export const reportSamples = [
  samplesOf<ReportQuery>(ReportQuery, () => ({
    counts: [
      [ALL, { version: { kind: 'all' }, questions: QUESTIONS, splitPaths: [] }],
      [
        SOME,
        {
          version: { kind: 'one', uid: UID, isNewest: true },
          questions: [...QUESTIONS, question('depth', 'number', ['user', 'well'])],
          splitPaths: ['district'],
        },
      ],
    ],
  })),
];
