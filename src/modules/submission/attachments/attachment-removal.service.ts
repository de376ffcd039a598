import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import { DeniedError, InvalidError } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { scopeOf } from '../../../domain/query/submission-scope';
import type { AttachmentSelection } from '../../../domain/submission/attachment-matching';
import { withAttachments } from '../../../domain/submission/submission-json';
import { fillSubmissionId } from '../../../domain/text/url-text';
import { AuditService } from '../../audit/audit.service';
import { type DeployedForm, DeployedFormService } from '../../deployment/deployed-form.service';
import { AttachmentRepository, type StoredAttachment } from '../attachment.repository';
import { AttachmentStorageService } from '../intake/attachment-storage.service';
import { SubmissionChangeService } from '../submission-change.service';
import { SubmissionWriteRepository } from '../submission-write.repository';
import { SubmissionRepository } from '../submission.repository';
import { bareUuid } from '../../../domain/submission/instance-document';
import { inListOrder, renderAttachments } from '../intake/incoming-submission';

type Access = AssetAccess<'change_submissions'>;

interface Removal {
  readonly actor: Actor;
  readonly form: DeployedForm;
  readonly now: Date;
}

/** Submissions in memory at once. */
const CHUNK_SIZE = 100;

/** Deletes attachments: bytes are released, the submission's JSON lists them as deleted (contract-data 3.8). */
@Injectable()
export class AttachmentRemovalService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly repository: SubmissionRepository,
    private readonly stored: SubmissionWriteRepository,
    private readonly attachments: AttachmentRepository,
    private readonly changes: SubmissionChangeService,
    private readonly audit: AuditService,
    private readonly files: AttachmentStorageService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * All or none.
   * @returns the number of deleted attachments
   * @throws InvalidError for an unknown attachment or submission, DeniedError outside the caller's partial permission
   */
  async remove(actor: Actor, access: Access, choice: AttachmentSelection): Promise<number> {
    const form = await this.forms.getDeployed(access);
    const removal: Removal = { actor, form, now: this.clock.now() };
    const removed = await this.unitOfWork.run(async (transaction) => {
      const ids =
        choice.kind === 'one'
          ? await this.lockOwner(transaction, access, choice.uid)
          : await this.lockMany(transaction, access, choice.rootUuids);
      const inScope = await this.stored.filterByScope(transaction, scopeOf(access), ids);
      if (inScope.size < ids.length) throw new DeniedError();
      const isSelected = ({ uid }: StoredAttachment): boolean => choice.kind !== 'one' || uid === choice.uid;
      return this.removeFrom(transaction, removal, ids, isSelected);
    });
    await this.files.release(removed.map(({ sha256 }) => sha256));
    return removed.length;
  }

  private async lockOwner(transaction: Transaction, { assetId }: Access, uid: string): Promise<number[]> {
    const id = (await this.attachments.submissionIdsOf(transaction, assetId, [uid])).get(uid);
    const [locked] = id === undefined ? [] : await this.stored.lock(transaction, assetId, { id });
    // Deleted concurrently while this waited for the lock.
    const exists = (await this.attachments.submissionIdsOf(transaction, assetId, [uid])).has(uid);
    if (locked === undefined || !exists) throw InvalidError.at('attachment_uid', 'Invalid attachment UID');
    return [locked.id];
  }

  private async lockMany(
    transaction: Transaction,
    { assetId }: Access,
    rootUuids: readonly string[],
  ): Promise<number[]> {
    const requested = [...new Set(rootUuids.map(bareUuid))];
    await this.stored.lockAsset(transaction, assetId);
    const found = await this.repository.findIdsByRootUuid(transaction, assetId, requested);
    if (found.length < requested.length) {
      throw InvalidError.at('submission_root_uuids', 'One or more of the root UUIDs are invalid');
    }
    return this.repository.lockMany(transaction, assetId, found);
  }

  private async removeFrom(
    transaction: Transaction,
    { actor, form, now }: Removal,
    ids: readonly number[],
    isSelected: (file: StoredAttachment) => boolean,
  ): Promise<StoredAttachment[]> {
    const { assetId } = form;
    const removed: StoredAttachment[] = [];
    for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
      const chunk = ids.slice(start, start + CHUNK_SIZE);
      const files = await this.attachments.listCurrent(transaction, assetId, chunk);
      const deleted = files.filter((file) => file.dateDeleted === null && isSelected(file));
      const submissionIds = [...new Set(deleted.map(({ submissionId }) => submissionId))];
      if (submissionIds.length === 0) continue;
      await this.attachments.markDeleted(transaction, assetId, deleted, now);
      const current = await this.attachments.listCurrent(transaction, assetId, submissionIds);
      const updates = (await this.repository.listWithXml(transaction, assetId, submissionIds)).map((each) => {
        const own = inListOrder(
          current.filter(({ submissionId }) => submissionId === each.id),
          each.json,
        );
        const list = fillSubmissionId(renderAttachments(form, each.rootUuid, own), each.id);
        return { id: each.id, json: withAttachments(each.json, list, now) };
      });
      await this.changes.log(transaction, { assetId, submissionIds, kind: 'attachments', now });
      await this.stored.updateJson(transaction, { assetId, now }, updates);
      await this.changes.announce(transaction, form, 'attachments', { actor, submissionIds });
      const metadata = { change: 'attachments-removed', submission_ids: submissionIds };
      await this.audit.recordAssetEvents(transaction, actor, assetId, [
        { action: 'modify-submission', metadata },
      ]);
      removed.push(...deleted);
    }
    return removed;
  }
}
