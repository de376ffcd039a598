import { Injectable } from '@nestjs/common';
import { attachmentColumns, type NewAttachment } from '../../../database/attachment-columns';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';

export interface SubmissionEdit {
  readonly id: number;
  readonly uuid: string;
  readonly xmlHash: Buffer;
  readonly versionUid: string | null;
  readonly answersJson: string;
  readonly json: string;
  readonly xml: string;
  readonly attachments: EditedFiles;
}

export interface EditedFiles {
  readonly kept: readonly { readonly uid: string; readonly questionXpath: string }[];
  readonly dropped: readonly { readonly uid: string }[];
  readonly added: readonly NewAttachment[];
}

/** The caller holds the row locks. */
@Injectable()
export class EditQuery {
  /** Copies the stored rows to the history and applies the edits, in one statement. */
  async replace(
    transaction: Transaction,
    { assetId, editedBy, now }: { assetId: number; editedBy: string | null; now: Date },
    edits: readonly SubmissionEdit[],
  ): Promise<void> {
    const column = <Value>(read: (edit: SubmissionEdit) => Value): Value[] => edits.map(read);
    const kept = edits.flatMap(({ attachments }) => attachments.kept);
    const added = edits.flatMap(({ attachments }) => attachments.added);
    await managerOf(transaction).query(
      `WITH edit AS (
         SELECT * FROM unnest($4::bigint[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::text[], $10::text[],
                              $11::int[]) AS e(id, uuid, xml_hash, version_uid, answers, json, xml, files)
       ), history AS (
         INSERT INTO submission_history (asset_id, submission_id, uuid, xml_hash, version_uid, xml, date_replaced,
                                         replaced_by)
         SELECT s.asset_id, s.id, s.uuid, s.xml_hash, s.version_uid, s.xml, $3, $2
           FROM submission s JOIN edit ON edit.id = s.id WHERE s.asset_id = $1
       ), dropped_files AS (
         UPDATE attachment SET date_dropped = $3
          WHERE asset_id = $1 AND submission_id = ANY($4::bigint[]) AND uid = ANY($12::text[])
       ), kept_files AS (
         UPDATE attachment a SET question_xpath = k.question_xpath
           FROM unnest($13::text[], $14::text[]) AS k(uid, question_xpath)
          WHERE a.asset_id = $1 AND a.submission_id = ANY($4::bigint[]) AND a.uid = k.uid
            AND a.question_xpath <> k.question_xpath
       ), added_files AS (
         INSERT INTO attachment (asset_id, date_created, submission_id, uid, name, name_key, mimetype, byte_size, sha256,
                                 question_xpath)
         SELECT $1, $3, f.* FROM unnest($15::bigint[], $16::text[], $17::text[], $18::text[], $19::text[],
                                        $20::bigint[], $21::bytea[], $22::text[]) f
       )
       UPDATE submission s
          SET uuid = edit.uuid, xml_hash = edit.xml_hash, version_uid = edit.version_uid, answers = edit.answers::jsonb,
              json = edit.json, xml = edit.xml, attachment_count = edit.files, date_modified = $3
         FROM edit WHERE s.asset_id = $1 AND s.id = edit.id`,
      [
        assetId,
        editedBy,
        now,
        column(({ id }) => id),
        column(({ uuid }) => uuid),
        column(({ xmlHash }) => xmlHash),
        column(({ versionUid }) => versionUid),
        column(({ answersJson }) => answersJson),
        column(({ json }) => json),
        column(({ xml }) => xml),
        column(({ attachments }) => attachments.kept.length + attachments.added.length),
        edits.flatMap(({ attachments }) => attachments.dropped.map(({ uid }) => uid)),
        kept.map(({ uid }) => uid),
        kept.map(({ questionXpath }) => questionXpath),
        edits.flatMap(({ id, attachments }) => attachments.added.map(() => id)),
        ...attachmentColumns(added),
      ],
    );
  }
}
