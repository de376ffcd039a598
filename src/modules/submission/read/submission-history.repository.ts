import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { SubmissionHistoryEntity, SubmissionNoteEntity } from '../../../database/entities/submission.entity';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { NewerEdit } from '../../../domain/submission/instance-meta';
import type { PageWindow } from '../../../domain/page';

export type PastState = Pick<
  SubmissionHistoryEntity,
  'uuid' | 'versionUid' | 'xml' | 'dateReplaced' | 'replacedBy'
>;

export type MovedState = PastState & Pick<SubmissionHistoryEntity, 'xmlHash'>;
export type StateOfSubmission = PastState & Pick<SubmissionHistoryEntity, 'submissionId'>;

@Injectable()
export class SubmissionHistoryRepository {
  constructor(
    @InjectRepository(SubmissionHistoryEntity) private readonly states: Repository<SubmissionHistoryEntity>,
  ) {}

  /** Oldest first. */
  list(
    assetId: number,
    submissionId: number,
    { limit, start }: { limit: number; start: number },
  ): Promise<[PastState[], number]> {
    return this.states.findAndCount({
      select: { uuid: true, versionUid: true, xml: true, dateReplaced: true, replacedBy: true },
      where: { assetId, submissionId },
      order: { dateReplaced: 'ASC', uuid: 'ASC' },
      take: limit,
      skip: start,
    });
  }

  /** States of several submissions, oldest first. */
  listOf(assetId: number, submissionIds: readonly number[]): Promise<StateOfSubmission[]> {
    const columns = { uuid: true, versionUid: true, xml: true, dateReplaced: true, replacedBy: true };
    return this.states.find({
      select: { submissionId: true, ...columns },
      where: { assetId, submissionId: In([...submissionIds]) },
      order: { submissionId: 'ASC', dateReplaced: 'ASC', uuid: 'ASC' },
    });
  }

  /** States of copies of submissions, as their source had them. */
  async insert(
    transaction: Transaction,
    assetId: number,
    states: readonly (MovedState & { readonly submissionId: number })[],
  ): Promise<void> {
    const rows = states.map((state) => ({ ...state, assetId }));
    if (rows.length > 0) await managerOf(transaction).insert(SubmissionHistoryEntity, rows);
  }

  /** The latest edit of the submission that once had this uuid. */
  async findLatestEdit(
    transaction: Transaction,
    assetId: number,
    uuid: string,
  ): Promise<(NewerEdit & { readonly submissionId: number }) | undefined> {
    const latest = await managerOf(transaction)
      .createQueryBuilder(SubmissionHistoryEntity, 'latest')
      .where('latest.assetId = :assetId', { assetId })
      .andWhere((builder) => {
        const past = builder.subQuery().select('past.submissionId').from(SubmissionHistoryEntity, 'past');
        return `latest.submissionId IN ${past.where('past.assetId = :assetId AND past.uuid = :uuid').getQuery()}`;
      })
      .setParameter('uuid', uuid)
      .orderBy('latest.dateReplaced', 'DESC')
      .limit(1)
      .getOne();
    if (latest === null) return undefined;
    return {
      submissionId: latest.submissionId,
      editedBy: latest.replacedBy,
      editedAt: latest.dateReplaced,
    };
  }

  existsByUuid(transaction: Transaction, assetId: number, uuid: string): Promise<boolean> {
    return managerOf(transaction).existsBy(SubmissionHistoryEntity, { assetId, uuid });
  }

  /** Whether an earlier state of the submission had this XML. */
  existsByHash(
    transaction: Transaction,
    assetId: number,
    submissionId: number,
    xmlHash: Buffer,
  ): Promise<boolean> {
    return managerOf(transaction).existsBy(SubmissionHistoryEntity, { assetId, submissionId, xmlHash });
  }
}

export type SubmissionNote = Pick<SubmissionNoteEntity, 'body' | 'createdBy' | 'dateCreated'>;
export type NoteOfSubmission = SubmissionNote & Pick<SubmissionNoteEntity, 'submissionId' | 'ordinal'>;

/** Every method names the asset, since the table is partitioned by it. */
@Injectable()
export class SubmissionNoteRepository {
  constructor(
    @InjectRepository(SubmissionNoteEntity) private readonly notes: Repository<SubmissionNoteEntity>,
  ) {}

  /** Oldest first. */
  list(
    assetId: number,
    submissionId: number,
    { limit, start }: PageWindow,
  ): Promise<[SubmissionNote[], number]> {
    const where = { assetId, submissionId };
    return this.notes.findAndCount({ where, order: { ordinal: 'ASC' }, take: limit, skip: start });
  }

  /** Adds a note after the present ones. The caller holds the lock of the submission. @returns false if it has `max` notes */
  async append(
    transaction: Transaction,
    { assetId, submissionId }: { assetId: number; submissionId: number },
    note: SubmissionNote,
    max: number,
  ): Promise<boolean> {
    const manager = managerOf(transaction);
    const where = { assetId, submissionId };
    const last = (await manager.maximum(SubmissionNoteEntity, 'ordinal', where)) ?? 0;
    if (last >= max) return false;
    await manager.insert(SubmissionNoteEntity, { ...where, ...note, ordinal: last + 1 });
    return true;
  }

  /** Notes of several submissions, oldest first. */
  listOf(assetId: number, submissionIds: readonly number[]): Promise<NoteOfSubmission[]> {
    const where = { assetId, submissionId: In([...submissionIds]) };
    return this.notes.find({ where, order: { submissionId: 'ASC', ordinal: 'ASC' } });
  }

  async insert(transaction: Transaction, assetId: number, notes: readonly NoteOfSubmission[]): Promise<void> {
    const rows = notes.map((note) => ({ ...note, assetId }));
    if (rows.length > 0) await managerOf(transaction).insert(SubmissionNoteEntity, rows);
  }
}
