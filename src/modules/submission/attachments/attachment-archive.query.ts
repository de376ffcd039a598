import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../../database/query/bounded-reader';
import { costOf, withinScope } from '../../../database/query/scope-sql';
import type { SubmissionScope } from '../../../domain/query/submission-scope';

export interface ArchivedAttachment {
  readonly submissionId: number;
  readonly rootUuid: string;
  readonly uid: string;
  readonly name: string;
  readonly byteSize: number;
  readonly sha256: Buffer;
  readonly dateCreated: Date;
}

@Injectable()
export class AttachmentArchiveQuery {
  constructor(private readonly reader: BoundedReader) {}

  /**
   * Current attachments of the submissions in a scope, by submission and uid.
   * @param after the last attachment of the page before
   */
  page(
    scope: SubmissionScope,
    after: Pick<ArchivedAttachment, 'submissionId' | 'uid'> | undefined,
    limit: number,
  ): Promise<ArchivedAttachment[]> {
    const { where, parameters } = withinScope(scope, after?.submissionId ?? 0, after?.uid ?? '', limit);
    return this.reader.read(costOf(scope), (query) =>
      query<ArchivedAttachment>(
        `SELECT f.submission_id AS "submissionId", s.root_uuid AS "rootUuid", f.uid, f.name,
                f.byte_size AS "byteSize", f.sha256, f.date_created AS "dateCreated"
           FROM attachment f
           JOIN (SELECT id, root_uuid FROM submission WHERE ${where}) s ON s.id = f.submission_id
          WHERE f.asset_id = $1 AND f.date_dropped IS NULL AND f.date_deleted IS NULL
            AND (f.submission_id, f.uid) > ($2::bigint, $3)
          ORDER BY f.submission_id, f.uid LIMIT $4`,
        parameters.values,
      ),
    );
  }
}
