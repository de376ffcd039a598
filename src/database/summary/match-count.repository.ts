import { Injectable } from '@nestjs/common';
import type { RunQuery } from '../query/bounded-reader';
import type { PagePosition } from '../query/page-rows-sql';
import { costOf, submissionTimes, withinScope } from '../query/scope-sql';
import { type RangeCount, seekPage, type SubmissionOrder } from '../../domain/query/submission-order';
import { keyOfScope, type SubmissionScope } from '../../domain/query/submission-scope';
import type { IdRange, SummaryDefinition } from './report-summary';
import { SummaryRepository } from './summary.repository';

/** Parts that a page of a regular expression counts, each within a second; the others are counted by the next ones. */
const MAX_PATTERN_PARTS = 4;

/** Numbers of matches of filters that were slow, by ranges of ids: their pages need not read every submission. */
@Injectable()
export class MatchCountRepository {
  constructor(private readonly summaries: SummaryRepository) {}

  /** Counts the matches of a filter, unless they were counted or the form is small. */
  async build(scope: SubmissionScope, order: SubmissionOrder): Promise<void> {
    const counts = countsOf(scope);
    if (!isCountable(scope, order) || (await this.summaries.wasStored(counts))) return;
    if (!(await this.summaries.isSummarized(scope.assetId))) return;
    const summary = { ...counts, ...(costOf(scope) === 'rows' && { cost: 'aggregate' as const }) };
    await this.summaries.read(summary, async (_query, { parts }) => {
      for await (const part of parts()) void part;
    });
  }

  /**
   * @param find the page, which begins after `start` matches among these ids
   * @returns undefined if the matches were not counted
   */
  async seek<Page>(
    scope: SubmissionScope,
    position: PagePosition,
    find: (query: RunQuery, start: number, ids: IdRange) => Promise<Page>,
    signal?: AbortSignal,
  ): Promise<{ count: number; page: Page } | undefined> {
    if (!isCountable(scope, position.order) || !(await this.summaries.wasStored(countsOf(scope)))) return;
    return this.summaries.read(
      { ...countsOf(scope), ...(costOf(scope) === 'patterns' && { maxComputed: MAX_PATTERN_PARTS }) },
      async (query, { isStored, parts }) => {
        if (!isStored) return undefined;
        const counts: RangeCount[] = [];
        for await (const { range, data } of parts()) counts.push({ ...range, count: data.readUInt32BE() });
        const count = counts.reduce((sum, each) => sum + each.count, 0);
        const { start, ...ids } = seekPage(counts, position);
        return { count, page: await find(query, start, ids) };
      },
      signal,
    );
  }
}

/** In the order of ids; times have counts of their own. */
function isCountable(scope: SubmissionScope, order: SubmissionOrder): boolean {
  return costOf(scope) !== 'known' && order.by.length === 0 && submissionTimes(scope) === undefined;
}

function countsOf(scope: SubmissionScope): SummaryDefinition<object> {
  return {
    assetId: scope.assetId,
    key: ['matches', 1, keyOfScope(scope)],
    cost: costOf(scope),
    hasSmallParts: true,
    plan: () => Promise.resolve({}),
    compute: async (query, _plan, { first, last }) => {
      const { where, parameters } = withinScope(scope, first, last);
      const [row] = await query<{ count: number }>(
        `SELECT count(*)::int AS count FROM submission WHERE ${where} AND id BETWEEN $2 AND $3`,
        parameters.values,
      );
      const data = Buffer.alloc(4);
      data.writeUInt32BE(row!.count);
      return data;
    },
  };
}
