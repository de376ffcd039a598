import { Injectable } from '@nestjs/common';
import { DeniedError } from '../../domain/errors';
import { AccountService } from '../account/account.service';
import { PermissionService } from '../permission/permission.service';
import type { ReadAccess } from '../submission/submission.service';

/** What owners of assets may read of other assets. */
@Injectable()
export class SourceAccessService {
  constructor(
    private readonly accounts: AccountService,
    private readonly permissions: PermissionService,
  ) {}

  /** The submissions of the source that the owner may read; undefined when none, or when the owner was deactivated. */
  async prove(ownerId: number, sourceUid: string): Promise<ReadAccess | undefined> {
    try {
      const owner = await this.accounts.actorForJob(ownerId);
      return await this.permissions.prove(owner, sourceUid, 'view_submissions');
    } catch (error) {
      if (error instanceof DeniedError) return undefined;
      throw error;
    }
  }
}
