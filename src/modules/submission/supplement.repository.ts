import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SupplementVersionEntity, QuestionFeatureEntity } from '../../database/entities/supplement.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { SupplementVersion } from '../../domain/supplement/supplement-input';
import { BoundedReader } from '../../database/query/bounded-reader';
import { costOfAggregate, withinScope } from '../../database/query/scope-sql';
import type { SubmissionScope } from '../../domain/query/submission-scope';
import { violatedConstraint } from '../../database/constraint-violation';
import { InvalidError } from '../../domain/errors';
import type { FeatureSettings, QuestionFeature } from '../../domain/supplement/question-feature';

/** Versions of supplements. Every method names the asset, since the table is partitioned by it. */
@Injectable()
export class SupplementRepository {
  constructor(
    @InjectRepository(SupplementVersionEntity)
    private readonly versions: Repository<SupplementVersionEntity>,
    private readonly reader: BoundedReader,
  ) {}

  /** All versions, oldest first. */
  list(assetId: number, submissionId: number): Promise<SupplementVersion[]> {
    return this.versions.find({ where: { assetId, submissionId }, order: { ordinal: 'ASC' } });
  }

  listWithin(transaction: Transaction, assetId: number, submissionId: number): Promise<SupplementVersion[]> {
    return managerOf(transaction).find(SupplementVersionEntity, {
      where: { assetId, submissionId },
      order: { ordinal: 'ASC' },
    });
  }

  async insert(
    transaction: Transaction,
    { assetId, submissionId }: { assetId: number; submissionId: number },
    versions: readonly SupplementVersion[],
  ): Promise<void> {
    if (versions.length === 0) return;
    const rows = versions.map((version) => ({ ...version, assetId, submissionId }));
    await managerOf(transaction).insert(SupplementVersionEntity, rows);
  }

  async setVerified(
    transaction: Transaction,
    { assetId, submissionId }: { assetId: number; submissionId: number },
    { ordinal, dateVerified }: SupplementVersion,
  ): Promise<void> {
    const key = { assetId, submissionId, ordinal };
    await managerOf(transaction).update(SupplementVersionEntity, key, { dateVerified });
  }

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

/** A current version and its submission. */
export type SubmissionVersion = SupplementVersion & { readonly submissionId: number };

@Injectable()
export class QuestionFeatureRepository {
  constructor(
    @InjectRepository(QuestionFeatureEntity) private readonly features: Repository<QuestionFeatureEntity>,
  ) {}

  /** Oldest first. */
  async list(assetId: number): Promise<QuestionFeature[]> {
    return (await this.features.find({ where: { assetId }, order: { id: 'ASC' } })).map(toFeature);
  }

  async listWithin(transaction: Transaction, assetId: number): Promise<QuestionFeature[]> {
    const manager = managerOf(transaction);
    return (await manager.find(QuestionFeatureEntity, { where: { assetId }, order: { id: 'ASC' } })).map(
      toFeature,
    );
  }

  async find(assetId: number, uid: string): Promise<QuestionFeature | undefined> {
    const found = await this.features.findOneBy({ assetId, uid });
    return found === null ? undefined : toFeature(found);
  }

  /** `SELECT … FOR UPDATE`. */
  async lock(transaction: Transaction, assetId: number, uid: string): Promise<QuestionFeature | undefined> {
    const found = await managerOf(transaction).findOne(QuestionFeatureEntity, {
      where: { assetId, uid },
      lock: { mode: 'pessimistic_write' },
    });
    return found === null ? undefined : toFeature(found);
  }

  /** @throws InvalidError if the action is enabled for the question already */
  async insert(
    transaction: Transaction,
    assetId: number,
    { uid, questionXpath, action, params }: QuestionFeature,
    now: Date,
  ): Promise<void> {
    const row = { uid, assetId, questionXpath, action, params, dateCreated: now, dateModified: now };
    await managerOf(transaction)
      .insert(QuestionFeatureEntity, row)
      .catch((error: unknown) => {
        if (violatedConstraint(error) !== 'question_feature_action_key') throw error;
        throw InvalidError.at(
          'action',
          `"${action}" is enabled for this question already. Change it with PATCH.`,
        );
      });
  }

  async setParams(
    transaction: Transaction,
    { assetId, uid, now }: { assetId: number; uid: string; now: Date },
    { params }: FeatureSettings,
  ): Promise<void> {
    const change = { params, dateModified: now };
    await managerOf(transaction).update(QuestionFeatureEntity, { assetId, uid }, change);
  }
}

function toFeature({ uid, questionXpath, action, params }: QuestionFeatureEntity): QuestionFeature {
  return { uid, questionXpath, action, params } as QuestionFeature;
}
