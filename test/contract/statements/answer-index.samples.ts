import { SUMMARY_LIMITS } from '../../../src/database/summary/summary.repository';
import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import { MatchCountRepository } from '../../../src/database/summary/match-count.repository';
import { AnswerIndexRepository } from '../../../src/modules/submission/read/answer-index.repository';
import { ID } from './sample-rows';
import { samplesOf } from './samples';

const SOME = {
  assetId: ID,
  filter: { kind: 'exists', field: { source: 'answer', path: 'pump/depth' } },
} as SubmissionScope;
const BY_ID = { by: [], descending: false };
const PAGE = { limit: 2, order: BY_ID, after: undefined, start: 0 };

export const answerIndexSamples = [
  samplesOf<MatchCountRepository>(MatchCountRepository, () => {
    SUMMARY_LIMITS.minSubmissions = 0;
    return {
      build: [[SOME, BY_ID]],
      seek: [[SOME, PAGE, () => Promise.resolve({})]],
    };
  }),
  samplesOf<AnswerIndexRepository>(AnswerIndexRepository, () => ({
    note: [[ID, [{ path: 'village', kind: 'text' }], '2026-03-01']],
    maintain: [[{ today: '2026-03-01', usedSince: '2026-01-30', minSubmissions: 50_000, maxPerForm: 12 }]],
  })),
];
