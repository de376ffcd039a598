import { Injectable } from '@nestjs/common';
import { DeniedError } from '../../domain/errors';
import { AccountService } from '../account/account.service';
import { PermissionService } from '../permission/permission.service';
import type { ReadAccess } from '../submission/read/submission.service';

@Injectable()
export class SourceAccessService {
  constructor(
    private readonly accounts: AccountService,
    private readonly permissions: PermissionService,
  ) {}

  /**
   * Undefined if the owner may not view submissions of the source, or is deactivated.
   * @param includeInactive for replicas, which are complete before their owner is activated
   */
  async authorizeOwner(
    ownerId: number,
    sourceUid: string,
    { includeInactive = false } = {},
  ): Promise<ReadAccess | undefined> {
    try {
      const owner = includeInactive
        ? await this.accounts.actorForOperator(ownerId)
        : await this.accounts.actorForJob(ownerId);
      return await this.permissions.authorize(owner, sourceUid, 'view_submissions');
    } catch (error) {
      if (error instanceof DeniedError) return undefined;
      throw error;
    }
  }
}
