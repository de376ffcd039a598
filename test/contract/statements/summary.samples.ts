import { partCountsSql } from '../../../src/database/query/report-counts-sql';
import type { SubmissionScope } from '../../../src/domain/query/submission-scope';
import type { SummaryDefinition } from '../../../src/database/summary/report-summary';
import { SummaryRepository } from '../../../src/database/summary/summary.repository';
import { ID } from './sample-rows';
import { samplesOf } from './samples';

const ALL = { assetId: ID, filter: undefined } as SubmissionScope;
const PUMP = {
  name: 'pump',
  label: undefined,
  type: '',
  kind: 'value' as const,
  kuid: null,
  places: [{ repeats: [], path: 'pump' }] as const,
  labels: new Map<string, string>(),
};
const SUMMARY: SummaryDefinition<object> = {
  assetId: ID,
  key: ['sample'],
  plan: () => Promise.resolve({}),
  compute: async (query, _plan, range) => {
    const { sql, values } = partCountsSql(
      { scope: ALL, version: { kind: 'all' }, splitBy: undefined },
      { questions: [{ index: 0, question: PUMP }], charts: undefined },
      range,
    );
    const [row] = await query<{ counts: string }>(sql, values);
    return Buffer.from(row!.counts);
  },
};

export const summarySamples = [
  samplesOf<SummaryRepository>(SummaryRepository, () => {
    const read = async (_query: unknown, { parts }: { parts: () => AsyncGenerator<object> }) => {
      for await (const part of parts()) void part;
    };
    // Computes the summary, and reads it.
    return {
      isSummarized: [[ID]],
      wasStored: [[SUMMARY]],
      read: [
        [SUMMARY as SummaryDefinition<unknown>, read],
        [SUMMARY as SummaryDefinition<unknown>, read],
      ],
      deleteOf: [[ID]],
      deleteUnusedSince: [['2026-03-01']],
    };
  }),
];
