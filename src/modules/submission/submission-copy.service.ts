import { randomBytes, randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { ConflictError, WrongStateError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { InstanceChange } from '../../domain/submission/instance-rewriting';
import { submissionRow } from '../../domain/submission/submission-json';
import { InstanceReader } from '../../workers/submission-parser/instance-reader.port';
import { tellAll } from '../../events/submission-listener.port';
import { AccountService } from '../account/account.service';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { AttachmentRepository, type StoredAttachment } from './attachment.repository';
import { IntakeQuery } from './intake.query';
import { newSubmission } from './new-submission';
import { rewrittenInstance } from './rewritten-instance';
import { inShownOrder } from './shown-files';
import { StoredSubmissionQuery } from './stored-submission.query';
import { SubmissionSelectionService } from './submission-selection.service';
import type { SubmissionJson } from './submission.service';

/** Makes new submissions of stored ones (contract-data 3.2). */
@Injectable()
export class SubmissionCopyService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly selections: SubmissionSelectionService,
    private readonly stored: StoredSubmissionQuery,
    private readonly attachments: AttachmentRepository,
    private readonly intake: IntakeQuery,
    private readonly reader: InstanceReader,
    private readonly accounts: AccountService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * The copy starts and ends now, is the caller's, and names the same files. The original stays locked until it does.
   * @throws NotFoundError, DeniedError; WrongStateError when the form is archived
   */
  async duplicate(
    actor: Actor,
    access: AssetAccess<'change_submissions'>,
    name: string,
  ): Promise<SubmissionJson> {
    const form = await this.forms.deployed(access);
    if (!form.active) throw new WrongStateError('Form is not active');
    const ownerUsername = await this.accounts.usernameOf(access.ownerId);
    const { assetId } = form;
    const json = await this.unitOfWork.run(async (transaction) => {
      const { id } = await this.selections.lockOne(transaction, access, name);
      const [original] = await this.stored.read(transaction, assetId, [id]);
      const files = await this.attachments.live(transaction, assetId, [id]);
      const now = this.clock.now();
      const copy = newSubmission(await rewrittenInstance(this.reader, form, original!.xml, changeAt(now)), {
        attachments: inShownOrder(files, original!.json).filter(isThere).map(copyOf),
        submittedAt: now,
        submittedBy: actor.kind === 'user' ? actor.username : null,
      });
      const copyId = await this.intake.insertWithin(transaction, copy);
      if (copyId === undefined)
        throw new ConflictError('The copy could not be told apart; ask for it again.');
      await tellAll(form.listeners, transaction, { kind: 'came', assetId, submissionIds: [copyId] });
      return submissionRow(copyId, copy.membersJson);
    });
    return { json, ownerUsername };
  }
}

function changeAt(now: Date): InstanceChange {
  const moment = now.toISOString().replace('Z', '+00:00');
  return {
    answers: [],
    answersIfAsked: [
      ['start', moment],
      ['end', moment],
    ],
    instanceId: `uuid:${randomUUID()}`,
    deprecatedId: undefined,
    rootUuid: undefined,
  };
}

function isThere({ dateDeleted }: StoredAttachment): boolean {
  return dateDeleted === null;
}

function copyOf(attachment: StoredAttachment): StoredAttachment {
  return { ...attachment, uid: makeUid(UID_PREFIX.attachment, randomBytes) };
}
