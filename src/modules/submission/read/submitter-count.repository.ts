import { Injectable } from '@nestjs/common';
import { BoundedReader, type RunQuery } from '../../../database/query/bounded-reader';
import { costOf, withinScope } from '../../../database/query/scope-sql';
import { SqlParameters } from '../../../database/query/sql-parameters';
import type { SummaryDefinition } from '../../../database/summary/report-summary';
import { SummaryRepository } from '../../../database/summary/summary.repository';
import type { SubmissionScope } from '../../../domain/query/submission-scope';
import { compareCodePoints } from '../../../domain/text/lossless-json';

/** Submissions of one user. */
export interface SubmitterCount {
  /** Null: sent without an account. */
  readonly username: string | null;
  readonly submissions: number;
  readonly lastSubmitted: Date;
}

/** Counts the submissions of each user. */
@Injectable()
export class SubmitterCountRepository {
  constructor(
    private readonly reader: BoundedReader,
    private readonly summaries: SummaryRepository,
  ) {}

  /** Most submissions first; those of large forms come from a summary. */
  async list(scope: SubmissionScope, limit: number): Promise<SubmitterCount[]> {
    if (costOf(scope) === 'known' && (await this.summaries.isSummarized(scope.assetId))) {
      return this.listFromSummary(scope, limit);
    }
    const { where, parameters } = withinScope(scope);
    return this.reader.read(costOf(scope), (query) => countUsers(query, where, parameters, limit));
  }

  private listFromSummary({ assetId }: SubmissionScope, limit: number): Promise<SubmitterCount[]> {
    const summary: SummaryDefinition<object> = {
      assetId,
      key: ['submitters', 1],
      hasSmallParts: true,
      plan: () => Promise.resolve({}),
      compute: async (query, _plan, { first, last }) => {
        const parameters = new SqlParameters(assetId, first, last);
        const where = 'asset_id = $1 AND id BETWEEN $2 AND $3';
        return Buffer.from(JSON.stringify(await countUsers(query, where, parameters)));
      },
    };
    return this.summaries.read(summary, async (_query, { parts }) => {
      const users = new Map<string | null, SubmitterCount>();
      for await (const { data } of parts()) {
        for (const part of JSON.parse(data.toString()) as WithoutDates<SubmitterCount>[]) {
          const counted = { ...part, lastSubmitted: new Date(part.lastSubmitted) };
          users.set(part.username, addCounts(users.get(part.username), counted));
        }
      }
      return [...users.values()].sort(byCount).slice(0, limit);
    });
  }
}

type WithoutDates<Value> = { [Key in keyof Value]: Value[Key] extends Date ? string : Value[Key] };

function countUsers(
  query: RunQuery,
  where: string,
  parameters: SqlParameters,
  limit?: number,
): Promise<SubmitterCount[]> {
  const most = limit === undefined ? 'ALL' : parameters.add(limit, 'bigint');
  return query<SubmitterCount>(
    `SELECT submitted_by AS username, count(*)::int AS submissions, max(date_submitted) AS "lastSubmitted"
       FROM submission WHERE ${where}
      GROUP BY submitted_by ORDER BY submissions DESC, submitted_by LIMIT ${most}`,
    parameters.values,
  );
}

function addCounts(one: SubmitterCount | undefined, other: SubmitterCount): SubmitterCount {
  if (one === undefined) return other;
  const later = one.lastSubmitted > other.lastSubmitted ? one : other;
  return { ...later, submissions: one.submissions + other.submissions };
}

/** Most submissions first, those without an account after those of users. */
function byCount(one: SubmitterCount, other: SubmitterCount): number {
  if (one.submissions !== other.submissions) return other.submissions - one.submissions;
  if (one.username === null || other.username === null) return one.username === null ? 1 : -1;
  return compareCodePoints(one.username, other.username);
}
