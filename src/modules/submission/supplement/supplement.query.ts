import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../../database/query/bounded-reader';
import { costOfAggregate, withinScope } from '../../../database/query/scope-sql';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { SubmissionScope } from '../../../domain/query/submission-scope';
import type { SupplementVersion } from '../../../domain/supplement/supplement-version';

/** A current version and its submission. */
export type SubmissionVersion = SupplementVersion & { readonly submissionId: number };

@Injectable()
export class SupplementQuery {
  constructor(private readonly reader: BoundedReader) {}

  /** Submissions with versions on a question, ordered by id. @param after exclusive id */
  async listSubmissionIds(
    transaction: Transaction,
    assetId: number,
    questionXpath: string,
    after: number,
    limit: number,
  ): Promise<number[]> {
    const rows: { id: number }[] = await managerOf(transaction).query(
      `SELECT DISTINCT submission_id AS id FROM supplement_version
        WHERE asset_id = $1 AND question_xpath = $2 AND submission_id > $3 ORDER BY submission_id LIMIT $4`,
      [assetId, questionXpath, after, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** The last version of each subject of these submissions. */
  listLatest(
    transaction: Transaction,
    assetId: number,
    submissionIds: readonly number[],
  ): Promise<SubmissionVersion[]> {
    return managerOf(transaction).query(
      `SELECT DISTINCT ON (submission_id, question_xpath, action, subject)
              submission_id AS "submissionId", ordinal, uuid, question_xpath AS "questionXpath", action, subject, data,
              transcript_uuid AS "transcriptUuid", created_by AS "createdBy", date_created AS "dateCreated",
              date_verified AS "dateVerified"
         FROM supplement_version WHERE asset_id = $1 AND submission_id = ANY($2::bigint[])
        ORDER BY submission_id, question_xpath, action, subject, ordinal DESC`,
      [assetId, submissionIds],
    );
  }

  /** Distinct current tags of a question in a scope, in order. */
  async listTags(scope: SubmissionScope, questionUuid: string, limit: number): Promise<string[]> {
    const { where, parameters } = withinScope(scope, questionUuid, limit);
    const inScope =
      scope.filter === undefined
        ? ''
        : `AND EXISTS (SELECT 1 FROM submission WHERE ${where} AND id = version.submission_id)`;
    const rows = await this.reader.read(costOfAggregate(scope), (query) =>
      query<{ tag: string }>(
        `SELECT DISTINCT tag FROM (
           SELECT DISTINCT ON (submission_id, question_xpath) data -> 'value' AS value FROM supplement_version AS version
            WHERE asset_id = $1 AND action = 'manual_qual' AND subject = $2 ${inScope}
            ORDER BY submission_id, question_xpath, ordinal DESC) AS latest,
           jsonb_array_elements_text(CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE '[]' END) AS tag
          ORDER BY tag LIMIT $3`,
        parameters.values,
      ),
    );
    return rows.map(({ tag }) => tag);
  }
}
