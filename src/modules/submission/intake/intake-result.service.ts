import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { Projection } from '../../../domain/query/projection';
import { scopeOf, scopeOfNewSubmission } from '../../../domain/query/submission-scope';
import { AccountService } from '../../account/account.service';
import { PermissionService } from '../../permission/permission.service';
import type { IntakeReceipt } from './incoming-submission';
import { SubmissionQuery } from '../read/submission.query';
import type { SubmissionJson } from '../read/submission.service';

const IDENTITY: Projection = { keys: ['_id', '_uuid', 'meta/rootUuid'], validationStatus: false };

/** Returns a submission to its sender after intake (decision 18). */
@Injectable()
export class IntakeResultService {
  constructor(
    private readonly submissions: SubmissionQuery,
    private readonly permissions: PermissionService,
    private readonly accounts: AccountService,
  ) {}

  /** XML of the edited submission; undefined if the edit took it out of the sender's permissions. */
  async findXml(
    actor: Actor,
    assetUid: string,
    { submissionId: id }: IntakeReceipt,
  ): Promise<string | undefined> {
    const access = await this.permissions.authorize(actor, assetUid, 'change_submissions');
    return access && (await this.submissions.findXml(scopeOf(access), { id }));
  }

  /**
   * The stored submission. Senders without view permission get only the identifiers of a submission that existed
   * before: others may have changed it.
   */
  async get(
    actor: Actor,
    access: AssetAccess<'add_submissions'>,
    { submissionId: id, outcome }: IntakeReceipt,
  ): Promise<SubmissionJson> {
    const viewAccess = await this.permissions.authorize(actor, access.assetUid, 'view_submissions');
    const visible = viewAccess && (await this.submissions.findJson(scopeOf(viewAccess), { id }, undefined));
    const projection = outcome === 'stored' ? undefined : IDENTITY;
    const json =
      visible ?? (await this.submissions.findJson(scopeOfNewSubmission(access, id), { id }, projection));
    return { json: json ?? '{}', ownerUsername: await this.accounts.usernameOf(access.ownerId) };
  }
}
