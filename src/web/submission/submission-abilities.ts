import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { PermissionService } from '../../modules/permission/permission.service';
import { SubmissionService } from '../../modules/submission/read/submission.service';

/** Changes to submissions that the visitor may make, so that pages offer nothing that the API refuses. */
export interface Abilities {
  readonly change: boolean;
  readonly validate: boolean;
  readonly remove: boolean;
}

const CODENAMES = {
  change: 'change_submissions',
  validate: 'validate_submissions',
  remove: 'delete_submissions',
} as const;

@Injectable()
export class SubmissionAbilities {
  constructor(
    private readonly permissions: PermissionService,
    private readonly submissions: SubmissionService,
  ) {}

  /** @param id a submission; without it: any submission of the project */
  async of(actor: Actor, assetUid: string, id?: string): Promise<Abilities> {
    const allows = async (ability: keyof Abilities): Promise<boolean> => {
      const access = await this.permissions.authorize(actor, assetUid, CODENAMES[ability]);
      if (access === undefined) return false;
      return id === undefined || access.filter === undefined || this.submissions.isCovered(access, id);
    };
    const [change, validate, remove] = await Promise.all([
      allows('change'),
      allows('validate'),
      allows('remove'),
    ]);
    return { change, validate, remove };
  }
}
