import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Projection } from '../../domain/query/projection';
import { scopeOf, scopeOfSent } from '../../domain/query/submission-scope';
import { AccountService } from '../account/account.service';
import { PermissionService } from '../permission/permission.service';
import type { IntakeReceipt } from './admission';
import { SubmissionQuery } from './submission.query';
import type { SubmissionJson } from './submission.service';

/** What of a submission tells which one it is. */
const IDENTITY: Projection = { keys: ['_id', '_uuid', 'meta/rootUuid'], validationStatus: false };

/** Shows who sends a submission what became of it (decision 18). */
@Injectable()
export class EnteredSubmissionService {
  constructor(
    private readonly submissions: SubmissionQuery,
    private readonly permissions: PermissionService,
    private readonly accounts: AccountService,
  ) {}

  /** The XML of what somebody edited just now. @throws NotFoundError when it is out of their reach since */
  async xml(actor: Actor, assetUid: string, { submissionId: id }: IntakeReceipt): Promise<string> {
    const access = await this.permissions.prove(actor, assetUid, 'change_submissions');
    const xml = access && (await this.submissions.findXml(scopeOf(access), { id }));
    if (xml === undefined) throw new NotFoundError();
    return xml;
  }

  /**
   * The submission as it is stored. Who may not see submissions is shown what is new, and of what was there before only
   * which one it is: others may have changed it.
   */
  async show(
    actor: Actor,
    access: AssetAccess<'add_submissions'>,
    { submissionId: id, outcome }: IntakeReceipt,
  ): Promise<SubmissionJson> {
    const sight = await this.permissions.prove(actor, access.assetUid, 'view_submissions');
    const seen = sight && (await this.submissions.findJson(scopeOf(sight), { id }, undefined));
    const shown = outcome === 'stored' ? undefined : IDENTITY;
    const json = seen ?? (await this.submissions.findJson(scopeOfSent(access, id), { id }, shown));
    return { json: json ?? '{}', ownerUsername: await this.accounts.usernameOf(access.ownerId) };
  }
}
