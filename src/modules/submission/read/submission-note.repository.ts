import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { SubmissionNoteEntity } from '../../../database/entities/submission.entity';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { PageWindow } from '../../../domain/page';

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
