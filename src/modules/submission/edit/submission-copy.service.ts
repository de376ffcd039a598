import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { ConflictError, WrongStateError } from '../../../domain/errors';
import { submissionWith } from '../../../domain/quota';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { assertNotEncrypted, isEncrypted } from '../../../domain/submission/instance-document';
import type { InstanceChange } from '../../../domain/submission/instance-meta';
import { submissionRow, supplementOf } from '../../../domain/submission/submission-json';
import { SubmissionParser } from '../../../workers/submission-parser/submission-parser';
import { publish } from '../../../events/subscribers.port';
import { AccountService } from '../../account/account.service';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { AttachmentRepository, type StoredAttachment } from '../attachment.repository';
import { QuotaService } from '../../account/quota/quota.service';
import { IntakeRepository } from '../intake/intake.repository';
import { inListOrder, newSubmission, rewrittenInstance } from '../intake/incoming-submission';
import { SubmissionSelectionService } from './submission-selection.service';
import type { SubmissionJson } from '../read/submission.service';
import { SubmissionRepository } from '../submission.repository';
import { SupplementRepository } from '../supplement.repository';

/** Duplicates submissions (contract-data 3.2). */
@Injectable()
export class SubmissionCopyService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly selections: SubmissionSelectionService,
    private readonly repository: SubmissionRepository,
    private readonly attachments: AttachmentRepository,
    private readonly supplements: SupplementRepository,
    private readonly intake: IntakeRepository,
    private readonly parser: SubmissionParser,
    private readonly accounts: AccountService,
    private readonly quotas: QuotaService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The copy has the current `start` and `end`, the caller as sender, and the same stored files and supplements.
   * @throws NotFoundError, DeniedError; InvalidError if encrypted; WrongStateError if the form is archived
   * @throws OverQuotaError beyond a limit
   */
  async duplicate(
    actor: Actor,
    access: AssetAccess<'change_submissions'>,
    name: string,
  ): Promise<SubmissionJson> {
    const form = await this.forms.getDeployed(access);
    if (!form.active) throw new WrongStateError('Form is not active');
    const ownerUsername = await this.accounts.usernameOf(access.ownerId);
    const { assetId } = form;
    const findVersion = await this.forms.versionFinder(form);
    const json = await this.unitOfWork.run(async (transaction) => {
      const { id } = await this.selections.lockOne(transaction, access, name);
      const [original] = await this.repository.listWithXml(transaction, assetId, [id]);
      assertNotEncrypted(isEncrypted(original!.json));
      const files = await this.attachments.listCurrent(transaction, assetId, [id]);
      const copied = inListOrder(files, original!.json).filter(isCurrent).map(withNewUid);
      await this.quotas.assertRoomWithin(transaction, form, submissionWith(copied));
      const now = this.clock.now();
      const rewriter = { parser: this.parser, findVersion };
      const copy = newSubmission(await rewrittenInstance(rewriter, form, original!, copyChange(now)), {
        attachments: copied,
        submittedAt: now,
        submittedBy: actor.kind === 'user' ? actor.username : null,
        supplementJson: supplementOf(original!.json),
      });
      const copyId = await this.intake.insertWithin(transaction, copy);
      if (copyId === undefined) throw new ConflictError('The generated uuid is already in use. Retry.');
      const versions = await this.supplements.listWithin(transaction, assetId, id);
      await this.supplements.insert(transaction, { assetId, submissionId: copyId }, versions);
      await publish(form.subscribers, transaction, { kind: 'created', assetId, submissionIds: [copyId] });
      return submissionRow(copyId, copy.membersJson);
    });
    return { json, ownerUsername };
  }
}

function copyChange(now: Date): InstanceChange {
  const timestamp = now.toISOString().replace('Z', '+00:00');
  return {
    answers: [],
    answersIfPresent: [
      ['start', timestamp],
      ['end', timestamp],
    ],
    instanceId: `uuid:${randomUUID()}`,
    deprecatedId: undefined,
    rootUuid: undefined,
  };
}

function isCurrent({ dateDeleted }: StoredAttachment): boolean {
  return dateDeleted === null;
}

function withNewUid(attachment: StoredAttachment): StoredAttachment {
  return { ...attachment, uid: generateUid(UID_PREFIX.attachment, randomBytes) };
}
