import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import { DomainError, InvalidError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { BulkEdit } from '../../domain/submission/bulk-selection';
import { prefixedUuid } from '../../domain/submission/instance-id';
import { InstanceReader } from '../../workers/submission-parser/instance-reader.port';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { AttachmentRepository, type StoredAttachment } from './attachment.repository';
import { EditQuery, type SubmissionEdit } from './edit.query';
import { editOf } from './edit.service';
import { rewrittenInstance } from './rewritten-instance';
import { type StoredSubmission, StoredSubmissionQuery } from './stored-submission.query';
import { SubmissionChangeService } from './submission-change.service';
import { SubmissionSelectionService } from './submission-selection.service';

/** What became of one of many. */
export interface EditOutcome {
  /** That it bears now. */
  readonly uuid: string;
  readonly rootUuid: string;
  /** Why it stays as it was; undefined when it was edited. */
  readonly problem: string | undefined;
}

type Stored = StoredSubmission & { readonly xml: string };

/** So many are in memory at a time: a large submission takes some megabytes. */
const CHUNK = 100;

/** Gives many submissions the same answers, each as an edit of its own (contract-data 3.5). */
@Injectable()
export class BulkEditService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly selections: SubmissionSelectionService,
    private readonly stored: StoredSubmissionQuery,
    private readonly attachments: AttachmentRepository,
    private readonly edits: EditQuery,
    private readonly changes: SubmissionChangeService,
    private readonly reader: InstanceReader,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * One that has no place for the answers stays as it is, and its outcome says so; all others are edited together.
   * @throws InvalidError when none is meant, DeniedError when one is beyond the caller's right
   */
  async edit(
    actor: Actor,
    access: AssetAccess<'change_submissions'>,
    { selection, answers }: BulkEdit,
  ): Promise<EditOutcome[]> {
    const form = await this.forms.deployed(access);
    const found = await this.selections.find(access, form, selection);
    return this.unitOfWork.run(async (transaction) => {
      const ids = await this.lock(transaction, access, selection, found);
      const outcomes: EditOutcome[] = [];
      for (let start = 0; start < ids.length; start += CHUNK) {
        const chunk = ids.slice(start, start + CHUNK);
        outcomes.push(...(await this.editChunk(transaction, form, { actor, ids: chunk, answers })));
      }
      return outcomes;
    });
  }

  private async lock(
    transaction: Transaction,
    access: AssetAccess<'change_submissions'>,
    selection: BulkEdit['selection'],
    found: readonly number[],
  ): Promise<readonly number[]> {
    const ids = await this.selections.lock(transaction, access, selection, found);
    if (ids.length === 0) throw new InvalidError('No submissions match the given `query`');
    return ids;
  }

  private async editChunk(
    transaction: Transaction,
    form: DeployedForm,
    { actor, ids, answers }: { actor: Actor; ids: readonly number[]; answers: BulkEdit['answers'] },
  ): Promise<EditOutcome[]> {
    const { assetId } = form;
    const editedBy = actor.kind === 'user' ? actor.username : null;
    const now = this.clock.now();
    const files = await this.attachments.live(transaction, assetId, ids);
    const edits: SubmissionEdit[] = [];
    const outcomes: EditOutcome[] = [];
    for (const stored of await this.stored.read(transaction, assetId, ids)) {
      const own = files.filter(({ submissionId }) => submissionId === stored.id);
      const made = await this.tryEdit(form, stored, { answers, files: own, now });
      if (typeof made !== 'string') edits.push(made);
      outcomes.push({
        uuid: typeof made === 'string' ? stored.uuid : made.uuid,
        rootUuid: stored.rootUuid,
        problem: typeof made === 'string' ? made : undefined,
      });
    }
    await this.edits.replace(transaction, { assetId, editedBy, now }, edits);
    await this.changes.note(transaction, form, 'edited', {
      actor,
      submissionIds: edits.map(({ id }) => id),
      now,
    });
    return outcomes;
  }

  /** @returns why it can't be edited, where it can't */
  private async tryEdit(
    form: DeployedForm,
    stored: Stored,
    { answers, files, now }: { answers: BulkEdit['answers']; files: readonly StoredAttachment[]; now: Date },
  ): Promise<SubmissionEdit | string> {
    if (!form.active) return 'Form is not active';
    try {
      const instance = await rewrittenInstance(this.reader, form, stored.xml, {
        answers,
        answersIfAsked: [],
        instanceId: `uuid:${randomUUID()}`,
        deprecatedId: prefixedUuid(stored.uuid),
        rootUuid: prefixedUuid(stored.rootUuid),
      });
      return editOf({ ...instance, attachments: [] }, stored, { files, now });
    } catch (error) {
      if (error instanceof DomainError && error.kind !== 'unavailable') return error.message;
      throw error;
    }
  }
}
