import type { Transform, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { GoneError } from '../../../domain/errors';
import { scopeOf } from '../../../domain/query/submission-scope';
import {
  type ChangeToken,
  writeChangeToken,
  type SubmissionChangeKind,
} from '../../../domain/submission/change-token';
import { AccountService } from '../../account/account.service';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { ChangeListRepository, type ChangeRow } from './change-list.repository';
import type { ReadAccess } from '../read/submission.service';

export interface ListedChange {
  readonly kind: SubmissionChangeKind;
  readonly submissionId: number;
  readonly changedAt: Date;
}

export interface ChangePage {
  readonly changes: readonly ListedChange[];
  /** `since` of the next request. */
  readonly token: string;
  readonly hasMore: boolean;
  readonly hasMarkers: boolean;
  readonly ownerUsername: string;
  /** Streams the submissions, each in its frame, as comma-separated array elements. */
  readonly writeSubmissions: (
    sink: Writable,
    frame: { head: string; before: readonly string[]; after: string; tail: string },
    stages: readonly Transform[],
  ) => Promise<void>;
}

/** Lists changes since a token, each once and in commit order (decision 74). */
@Injectable()
export class ChangeListService {
  constructor(
    private readonly changes: ChangeListRepository,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
  ) {}

  /**
   * @throws InvalidError if the asset was never deployed
   * @throws GoneError for a token of another database, for example from before a restore
   */
  async listSince(access: ReadAccess, since: ChangeToken, limit: number): Promise<ChangePage> {
    await this.forms.getDeployed(access);
    const scope = scopeOf(access);
    const [changes, ownerUsername] = await Promise.all([
      this.changes.find(scope, since, limit),
      this.accounts.usernameOf(access.ownerId),
    ]);
    if (changes === undefined) {
      throw new GoneError('The token belongs to another database. Read all changes again, without `since`.');
    }
    return {
      changes: changes.map((change) => visibleChange(change, scope.filter !== undefined)),
      token: writeChangeToken(changes.at(-1) ?? since),
      hasMore: changes.length === limit,
      hasMarkers: changes.some(({ hasFiles }) => hasFiles),
      ownerUsername,
      writeSubmissions: (sink, frame, stages) => this.changes.stream(scope, changes, frame, stages, sink),
    };
  }
}

/** With a partial permission, submissions outside the scope are reported as deleted, even if they were not. */
function visibleChange(
  { kind, submissionId, changedAt, exists }: ChangeRow,
  isPartial: boolean,
): ListedChange {
  return { kind: isPartial && !exists ? 'deleted' : kind, submissionId, changedAt };
}
