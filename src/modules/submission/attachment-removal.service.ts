import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import { DeniedError, InvalidError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { scopeOf } from '../../domain/query/submission-scope';
import type { AttachmentChoice } from '../../domain/submission/attachment-choice';
import { bareUuid } from '../../domain/submission/instance-id';
import { withAttachments } from '../../domain/submission/submission-json';
import { fillSubmissionId } from '../../domain/text/url-marker';
import { AuditService } from '../audit/audit.service';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { AttachmentRemovalQuery } from './attachment-removal.query';
import { AttachmentRepository, type StoredAttachment } from './attachment.repository';
import { IncomingFilesService } from './incoming-files.service';
import { renderAttachments } from './received-file';
import { inShownOrder } from './shown-files';
import { StoredSubmissionQuery } from './stored-submission.query';
import { SubmissionChangeService } from './submission-change.service';

type Access = AssetAccess<'change_submissions'>;

interface Removal {
  readonly actor: Actor;
  readonly form: DeployedForm;
  readonly now: Date;
}

/** Submissions that are read at a time. */
const CHUNK = 100;

/**
 * Takes files from submissions for good: their bytes go, and the submissions go on telling that there were such files
 * (contract-data 3.8).
 */
@Injectable()
export class AttachmentRemovalService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly stored: StoredSubmissionQuery,
    private readonly attachments: AttachmentRepository,
    private readonly removal: AttachmentRemovalQuery,
    private readonly changes: SubmissionChangeService,
    private readonly audit: AuditService,
    private readonly files: IncomingFilesService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * All of them or none.
   * @returns how many
   * @throws InvalidError for what is not the asset's, DeniedError for what is beyond the caller's right
   */
  async remove(actor: Actor, access: Access, choice: AttachmentChoice): Promise<number> {
    const form = await this.forms.deployed(access);
    const removal: Removal = { actor, form, now: this.clock.now() };
    const removed = await this.unitOfWork.run(async (transaction) => {
      const ids =
        choice.kind === 'one'
          ? await this.lockOwner(transaction, access, choice.uid)
          : await this.lockMany(transaction, access, choice.rootUuids);
      const reached = await this.stored.within(transaction, scopeOf(access), ids);
      if (reached.size < ids.length) throw new DeniedError();
      const isMeant = ({ uid }: StoredAttachment): boolean => choice.kind !== 'one' || uid === choice.uid;
      return this.removeFrom(transaction, removal, ids, isMeant);
    });
    await this.files.release(removed.map(({ sha256 }) => sha256));
    return removed.length;
  }

  private async lockOwner(transaction: Transaction, { assetId }: Access, uid: string): Promise<number[]> {
    const id = (await this.attachments.submissionsOf(transaction, assetId, [uid])).get(uid);
    const [locked] = id === undefined ? [] : await this.stored.lock(transaction, assetId, { id });
    // It may have gone while this waited.
    const isThere = (await this.attachments.submissionsOf(transaction, assetId, [uid])).has(uid);
    if (locked === undefined || !isThere)
      throw new InvalidError({ attachment_uid: ['Invalid attachment UID'] });
    return [locked.id];
  }

  private async lockMany(
    transaction: Transaction,
    { assetId }: Access,
    rootUuids: readonly string[],
  ): Promise<number[]> {
    const asked = [...new Set(rootUuids.map(bareUuid))];
    await this.stored.holdAll(transaction, assetId);
    const found = await this.removal.idsOf(transaction, assetId, asked);
    if (found.length < asked.length) {
      throw new InvalidError({ submission_root_uuids: ['One or more of the root UUIDs are invalid'] });
    }
    return this.stored.lockMany(transaction, assetId, found);
  }

  private async removeFrom(
    transaction: Transaction,
    { actor, form, now }: Removal,
    ids: readonly number[],
    isMeant: (file: StoredAttachment) => boolean,
  ): Promise<StoredAttachment[]> {
    const { assetId } = form;
    const removed: StoredAttachment[] = [];
    for (let start = 0; start < ids.length; start += CHUNK) {
      const chunk = ids.slice(start, start + CHUNK);
      const files = await this.attachments.live(transaction, assetId, chunk);
      const gone = files.filter((file) => file.dateDeleted === null && isMeant(file));
      const submissionIds = [...new Set(gone.map(({ submissionId }) => submissionId))];
      if (submissionIds.length === 0) continue;
      await this.attachments.markDeleted(transaction, assetId, gone, now);
      const left = await this.attachments.live(transaction, assetId, submissionIds);
      const shown = (await this.stored.read(transaction, assetId, submissionIds)).map((each) => {
        const own = inShownOrder(
          left.filter(({ submissionId }) => submissionId === each.id),
          each.json,
        );
        const list = fillSubmissionId(renderAttachments(form, each.rootUuid, own), each.id);
        return { id: each.id, json: withAttachments(each.json, list, now) };
      });
      await this.removal.show(transaction, { assetId, now }, shown);
      await this.changes.note(transaction, form, 'attachments', { actor, submissionIds, now });
      const metadata = { change: 'attachments-removed', submission_ids: submissionIds };
      await this.audit.tell(transaction, actor, assetId, [{ action: 'modify-submission', metadata }]);
      removed.push(...gone);
    }
    return removed;
  }
}
