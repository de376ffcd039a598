import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { ConflictError } from '../../domain/errors';
import { decideIntake } from '../../domain/submission/intake-decision';
import { withAttachments } from '../../domain/submission/submission-json';
import { fillSubmissionId } from '../../domain/text/url-marker';
import { type Incoming, type IntakeReceipt, receiptOf } from './admission';
import { AttachmentRepository, type StoredAttachment } from './attachment.repository';
import { comparison, refuseConflict } from './intake-comparison';
import { IntakeQuery } from './intake.query';
import { renderAttachments } from './received-file';
import { inShownOrder } from './shown-files';
import { type StoredSubmission, StoredSubmissionQuery, type SubmissionKey } from './stored-submission.query';
import { SubmissionChangeService } from './submission-change.service';
import { SubmissionHistoryRepository } from './submission-history.repository';

/** Takes in what is known already: the same again, further files for it, or a contradiction (contract-data 4.6). */
@Injectable()
export class RepeatedIntakeService {
  constructor(
    private readonly stored: StoredSubmissionQuery,
    private readonly attachments: AttachmentRepository,
    private readonly history: SubmissionHistoryRepository,
    private readonly intake: IntakeQuery,
    private readonly changes: SubmissionChangeService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws ConflictError when it is not the same, or was deleted meanwhile */
  async takeIn(incoming: Incoming, key: SubmissionKey): Promise<IntakeReceipt> {
    return this.unitOfWork.run(async (transaction) => {
      const [stored] = await this.stored.lock(transaction, incoming.form.assetId, key);
      // Deleted since: the same submission may come in anew.
      if (stored === undefined) throw new ConflictError('The submission changed meanwhile; send it again.');
      return this.compare(transaction, incoming, stored);
    });
  }

  /** @param stored locked */
  async compare(
    transaction: Transaction,
    incoming: Incoming,
    stored: StoredSubmission,
  ): Promise<IntakeReceipt> {
    const { assetId } = incoming.form;
    const files = await this.attachments.live(transaction, assetId, [stored.id]);
    const xmlHash = (await this.wasOnce(transaction, incoming, stored)) ? incoming.xmlHash : stored.xmlHash;
    const decision = refuseConflict(
      decideIntake(comparison({ xmlHash, attachments: files }), comparison(incoming)),
    );
    if (decision.kind === 'duplicate') return receiptOf('duplicate', incoming, stored);
    const names = new Set(decision.kind === 'new-attachments' ? decision.names : []);
    await this.addFiles(transaction, incoming, stored, { files, names });
    return receiptOf('attachments-added', incoming, stored);
  }

  /** A phone that never heard that its submission came in sends it again, edited meanwhile or not. */
  private async wasOnce(
    transaction: Transaction,
    { form, xmlHash }: Incoming,
    stored: StoredSubmission,
  ): Promise<boolean> {
    if (stored.xmlHash.equals(xmlHash)) return true;
    const isEdited = stored.uuid !== stored.rootUuid;
    return isEdited && this.history.holds(transaction, form.assetId, stored.id, xmlHash);
  }

  private async addFiles(
    transaction: Transaction,
    { form, actor, attachments }: Incoming,
    { id, rootUuid, json }: StoredSubmission,
    { files, names }: { files: readonly StoredAttachment[]; names: ReadonlySet<string> },
  ): Promise<void> {
    const { assetId } = form;
    const added = attachments.filter(({ name }) => names.has(name));
    const now = this.clock.now();
    const shown = fillSubmissionId(
      renderAttachments(form, rootUuid, [...inShownOrder(files, json), ...added]),
      id,
    );
    const change = { assetId, id, json: withAttachments(json, shown, now), now };
    await this.intake.addAttachments(transaction, change, added);
    await this.changes.note(transaction, form, 'attachments', { actor, submissionIds: [id], now });
  }
}
