import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import type { StoredSubmission } from '../../../database/entities/submission.entity';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { ConflictError, type DomainError } from '../../../domain/errors';
import { filesOf } from '../../../domain/quota';
import { decideIntake } from '../../../domain/submission/intake-decision';
import { namesFile, withAttachments } from '../../../domain/submission/submission-json';
import { fillSubmissionId } from '../../../domain/text/url-text';
import { QuotaService } from '../../account/quota/quota.service';
import {
  assertNoConflict,
  type IncomingSubmission,
  inListOrder,
  intakeFacts,
  type IntakeReceipt,
  receiptOf,
  renderAttachments,
} from './incoming-submission';
import { AttachmentRepository, type StoredAttachment } from '../attachment.repository';
import { IntakeRepository } from './intake.repository';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionHistoryRepository } from '../read/submission-history.repository';
import { type SubmissionKey, SubmissionWriteRepository } from '../submission-write.repository';

/** Handles an instance whose root uuid exists: a duplicate, late attachments or a conflict (contract-data 4.6). */
@Injectable()
export class ResubmissionService {
  constructor(
    private readonly stored: SubmissionWriteRepository,
    private readonly attachments: AttachmentRepository,
    private readonly history: SubmissionHistoryRepository,
    private readonly intake: IntakeRepository,
    private readonly changes: SubmissionChangeService,
    private readonly quotas: QuotaService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @param absence error if no submission is stored; default: it was deleted concurrently
   * @throws ConflictError if the content differs; OverQuotaError if new files exceed a limit
   */
  async resolve(
    incoming: IncomingSubmission,
    key: SubmissionKey,
    absence: DomainError = new ConflictError('The submission was deleted concurrently. Send it again.'),
  ): Promise<IntakeReceipt> {
    return this.unitOfWork.run(async (transaction) => {
      const [stored] = await this.stored.lock(transaction, incoming.form.assetId, key);
      if (stored === undefined) throw absence;
      return this.resolveWith(transaction, incoming, stored);
    });
  }

  /** The caller holds the row lock of `stored`. */
  async resolveWith(
    transaction: Transaction,
    incoming: IncomingSubmission,
    stored: StoredSubmission,
  ): Promise<IntakeReceipt> {
    const { assetId } = incoming.form;
    const files = await this.attachments.listCurrent(transaction, assetId, [stored.id]);
    const isPast = await this.isPastState(transaction, incoming, stored);
    const xmlHash = isPast ? incoming.xmlHash : stored.xmlHash;
    const attachments = isPast
      ? await this.withoutDropped(transaction, incoming, stored, files)
      : incoming.attachments;
    const decision = assertNoConflict(
      decideIntake(
        intakeFacts({ xmlHash, attachments: files }),
        intakeFacts({ xmlHash: incoming.xmlHash, attachments }),
      ),
    );
    if (decision.kind === 'duplicate') return receiptOf('duplicate', incoming, stored);
    const names = new Set(decision.kind === 'new-attachments' ? decision.names : []);
    await this.addFiles(transaction, incoming, stored, { files, names });
    return receiptOf('attachments-added', incoming, stored);
  }

  /** A client that missed the response retries with the original XML, even after an edit. */
  private async isPastState(
    transaction: Transaction,
    { form, xmlHash }: IncomingSubmission,
    stored: StoredSubmission,
  ): Promise<boolean> {
    if (stored.xmlHash.equals(xmlHash)) return false;
    const isEdited = stored.uuid !== stored.rootUuid;
    return isEdited && this.history.existsByHash(transaction, form.assetId, stored.id, xmlHash);
  }

  /** Files of an earlier state that an edit dropped stay in the history, unless the submission lacks one that it names. */
  private async withoutDropped(
    transaction: Transaction,
    { form, attachments }: IncomingSubmission,
    { id, json }: StoredSubmission,
    files: readonly StoredAttachment[],
  ): Promise<IncomingSubmission['attachments']> {
    if (attachments.length === 0) return attachments;
    const dropped = await this.attachments.listDroppedContents(transaction, form.assetId, id);
    const current = new Set(files.map(({ nameKey }) => nameKey));
    const isMissing = ({ name, nameKey }: (typeof attachments)[number]): boolean =>
      !current.has(nameKey) && namesFile(json, name);
    return attachments.filter(
      (file) =>
        isMissing(file) ||
        !dropped.some(({ nameKey, sha256 }) => nameKey === file.nameKey && sha256.equals(file.sha256)),
    );
  }

  private async addFiles(
    transaction: Transaction,
    { form, actor, attachments }: IncomingSubmission,
    { id, rootUuid, json }: StoredSubmission,
    { files, names }: { files: readonly StoredAttachment[]; names: ReadonlySet<string> },
  ): Promise<void> {
    const { assetId } = form;
    const added = attachments.filter(({ name }) => names.has(name));
    await this.quotas.assertRoomWithin(transaction, form, filesOf(added));
    const now = this.clock.now();
    const list = fillSubmissionId(
      renderAttachments(form, rootUuid, [...inListOrder(files, json), ...added]),
      id,
    );
    const change = { assetId, id, json: withAttachments(json, list, now), now };
    const submissionIds = [id];
    await this.changes.log(transaction, { assetId, submissionIds, kind: 'attachments', now });
    await this.intake.addAttachments(transaction, change, added);
    await this.changes.announce(transaction, form, 'attachments', { actor, submissionIds });
  }
}
