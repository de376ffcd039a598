import { AnswerIndexRepository } from '../../../src/modules/submission/read/answer-index.repository';
import { ID } from './sample-rows';
import { samplesOf } from './samples';

export const answerIndexSamples = [
  samplesOf<AnswerIndexRepository>(AnswerIndexRepository, () => ({
    note: [[ID, [{ path: 'village', kind: 'text' }], '2026-03-01']],
    maintain: [[{ today: '2026-03-01', usedSince: '2026-01-30', minSubmissions: 50_000, maxPerForm: 12 }]],
  })),
];
