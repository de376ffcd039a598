import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/account/actor';
import { InvalidError, NotFoundError } from '../domain/errors';
import type { AssetAccess } from '../domain/permission/asset-access';
import { readPullPath } from '../domain/submission/pull-path';
import { PermissionService } from '../modules/permission/permission.service';
import {
  type PulledList,
  type PulledSubmission,
  SubmissionPullService,
} from '../modules/submission/submission-pull.service';

const USUAL_LIST = 100;
const LONGEST_LIST = 1000;

/** The way out for ODK Briefcase: lists of identifiers, and submissions one by one. */
@Injectable()
export class Briefcase {
  constructor(
    private readonly permissions: PermissionService,
    private readonly submissions: SubmissionPullService,
  ) {}

  /** @throws NotFoundError for a form whose submissions the caller does not see; InvalidError for numbers that are none */
  async list(
    actor: Actor,
    { formId, cursor, numEntries }: Readonly<Record<string, string | undefined>>,
  ): Promise<PulledList> {
    const access = await this.access(actor, formId);
    const limit = Math.min(wholeNumber(numEntries, 'numEntries') || USUAL_LIST, LONGEST_LIST);
    return this.submissions.list(access, wholeNumber(cursor, 'cursor'), limit);
  }

  /** @param path that names form and submission @throws InvalidError, NotFoundError */
  async one(actor: Actor, path: string | undefined): Promise<PulledSubmission> {
    const { formId, instanceId } = readPullPath(path);
    return this.submissions.one(await this.access(actor, formId), instanceId);
  }

  private async access(actor: Actor, formId = ''): Promise<AssetAccess<'view_submissions'>> {
    const access = await this.permissions.prove(actor, formId, 'view_submissions');
    if (access === undefined) throw new NotFoundError();
    return access;
  }
}

/** An empty text is 0: where nothing was read yet. */
function wholeNumber(text: string | undefined, name: string): number {
  if (text === undefined || text === '') return 0;
  if (!/^\d{1,15}$/.test(text)) throw new InvalidError(`\`${name}\` is a whole number.`);
  return Number(text);
}
