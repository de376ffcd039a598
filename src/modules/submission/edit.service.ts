import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { ConflictError, DeniedError, GoneError, NotFoundError } from '../../domain/errors';
import { scopeOf } from '../../domain/query/submission-scope';
import { decideEdit } from '../../domain/submission/edit-decision';
import { attachmentsAfterEdit } from '../../domain/submission/edited-attachments';
import { decideIntake } from '../../domain/submission/intake-decision';
import { renderSubmission, submissionRow } from '../../domain/submission/submission-json';
import { type Incoming, type IntakeReceipt, type IntakeRight, receiptOf, versionOf } from './admission';
import { AttachmentRepository, type StoredAttachment } from './attachment.repository';
import { EditQuery, type SubmissionEdit } from './edit.query';
import { comparison, refuseConflict } from './intake-comparison';
import { renderAttachments } from './received-file';
import { RepeatedIntakeService } from './repeated-intake.service';
import { inShownOrder } from './shown-files';
import { type StoredSubmission, StoredSubmissionQuery } from './stored-submission.query';
import { SubmissionChangeService } from './submission-change.service';
import { SubmissionHistoryRepository } from './submission-history.repository';

type ChangeRight = Extract<IntakeRight, { kind: 'change' }>;

/** An instance that takes the place of another. */
export type IncomingEdit = Incoming<ChangeRight>;

/** What an edit is made of, whichever way it came. */
type Replacing = Pick<IncomingEdit, 'form' | 'facts' | 'answers' | 'xml' | 'xmlHash' | 'attachments'>;

const REFUSALS = { 'not-found': NotFoundError, gone: GoneError, conflict: ConflictError } as const;

/**
 * Puts instances in the place of those that they deprecate (contract-data 4.7). Of several that deprecate the same, one
 * wins: the others find that it is gone. What was there before stays in the history.
 */
@Injectable()
export class EditService {
  constructor(
    private readonly stored: StoredSubmissionQuery,
    private readonly attachments: AttachmentRepository,
    private readonly history: SubmissionHistoryRepository,
    private readonly edits: EditQuery,
    private readonly repeats: RepeatedIntakeService,
    private readonly changes: SubmissionChangeService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws NotFoundError, GoneError, ConflictError when what it deprecates is not there, was replaced before, or is not
   *   one; DeniedError when it is beyond the sender's right
   */
  async replace(incoming: IncomingEdit): Promise<IntakeReceipt> {
    return this.unitOfWork.run(async (transaction) => {
      const { form, facts, right } = incoming;
      const { assetId } = form;
      const targets = await this.stored.lock(transaction, assetId, { presentUuid: right.deprecatedUuid });
      const [target] = targets;
      if (target === undefined || facts.uuid === right.deprecatedUuid) {
        const [same] = await this.stored.lock(transaction, assetId, { presentUuid: facts.uuid });
        if (same !== undefined) {
          await this.assertReached(transaction, right, same);
          return this.repeats.compare(transaction, incoming, same);
        }
      }
      const past =
        target === undefined && (await this.history.knows(transaction, assetId, right.deprecatedUuid));
      const decision = decideEdit({ current: targets.length, past });
      if (decision.kind !== 'edit') throw new REFUSALS[decision.kind](decision.message);
      await this.assertReached(transaction, right, target!);
      await this.assertNew(transaction, incoming);
      await this.write(transaction, incoming, target!);
      return receiptOf('stored', incoming, target!);
    });
  }

  private async write(
    transaction: Transaction,
    incoming: IncomingEdit,
    target: StoredSubmission,
  ): Promise<void> {
    const { form, actor, submittedBy: editedBy } = incoming;
    const now = this.clock.now();
    const files = await this.attachments.live(transaction, form.assetId, [target.id]);
    const edit = editOf(incoming, target, { files, now });
    await this.edits.replace(transaction, { assetId: form.assetId, editedBy, now }, [edit]);
    await this.changes.note(transaction, form, 'edited', { actor, submissionIds: [target.id], now });
  }

  private async assertReached(
    transaction: Transaction,
    { access }: ChangeRight,
    { id }: StoredSubmission,
  ): Promise<void> {
    const reached = await this.stored.within(transaction, scopeOf(access), [id]);
    if (!reached.has(id)) throw new DeniedError();
  }

  /** An identifier names one state of one submission. */
  private async assertNew(transaction: Transaction, { form, facts }: IncomingEdit): Promise<void> {
    const { assetId } = form;
    const isTaken =
      (await this.stored.isRoot(transaction, assetId, facts.uuid)) ||
      (await this.stored.lock(transaction, assetId, { presentUuid: facts.uuid })).length > 0 ||
      (await this.history.knows(transaction, assetId, facts.uuid));
    if (isTaken) throw new ConflictError('Submission with this instance ID already exists');
  }
}

/**
 * The row that an edit makes of a stored one: what identifies it, who sent it and the verdict on it stay.
 * @throws ConflictError when a file contradicts one that stays
 */
export function editOf(
  { form, facts, answers, xml, xmlHash, attachments }: Replacing,
  { id, rootUuid, submittedAt, submittedBy, validationStatus, json }: StoredSubmission,
  { files, now }: { files: readonly StoredAttachment[]; now: Date },
): SubmissionEdit {
  const sentNames = attachments.map(({ name }) => name);
  const isRecorded = (path: string): boolean => form.recordedPaths.has(path);
  const { kept, dropped } = attachmentsAfterEdit(inShownOrder(files, json), answers, {
    sentNames,
    isRecorded,
  });
  const decision = refuseConflict(
    decideIntake(comparison({ xmlHash, attachments: kept }), comparison({ xmlHash, attachments })),
  );
  const names = new Set(decision.kind === 'new-attachments' ? decision.names : []);
  const added = attachments.filter(({ name }) => names.has(name));
  const members = renderSubmission({
    answers,
    formId: form.assetUid,
    uuid: facts.uuid,
    rootUuid,
    attachmentsJson: renderAttachments(form, rootUuid, [...kept, ...added]),
    submittedAt,
    submittedBy,
    validationStatus,
    modifiedAt: now,
  });
  return {
    id,
    uuid: facts.uuid,
    xmlHash,
    versionUid: versionOf({ facts, form }),
    answersJson: `{${answers.membersJson}}`,
    json: submissionRow(id, members),
    xml,
    attachments: { kept, dropped, added },
  };
}
