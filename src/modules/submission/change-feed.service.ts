import type { Transform, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { GoneError } from '../../domain/errors';
import { scopeOf } from '../../domain/query/submission-scope';
import { type ChangeToken, writeChangeToken } from '../../domain/submission/change-token';
import type { SubmissionChangeKind } from '../../domain/submission/submission-change';
import { AccountService } from '../account/account.service';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { ChangeFeedQuery, type ChangeRow } from './change-feed.query';
import type { ReadAccess } from './submission.service';

/** One change as readers are told of it. */
export interface FedChange {
  readonly kind: SubmissionChangeKind;
  readonly submissionId: number;
  readonly changedAt: Date;
}

/** Changes whose submissions are still in the database. */
export interface FeedPage {
  readonly changes: readonly FedChange[];
  /** For the next question. */
  readonly token: string;
  /** There may be more already. */
  readonly isFull: boolean;
  readonly hasMarkers: boolean;
  readonly ownerUsername: string;
  /** Streams the submissions, each in its frame, as the inside of an array. */
  readonly writeSubmissions: (
    sink: Writable,
    frame: { head: string; before: readonly string[]; after: string; tail: string },
    stages: readonly Transform[],
  ) => Promise<void>;
}

/** Tells what happened to submissions since a moment, each change once and in order (decisions 22, 74). */
@Injectable()
export class ChangeFeedService {
  constructor(
    private readonly feed: ChangeFeedQuery,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
  ) {}

  /**
   * @throws InvalidError when the asset was never deployed
   * @throws GoneError for a token of another database, such as one that was restored from a copy
   */
  async since(access: ReadAccess, since: ChangeToken, limit: number): Promise<FeedPage> {
    await this.forms.deployed(access);
    const scope = scopeOf(access);
    const [changes, ownerUsername] = await Promise.all([
      this.feed.find(scope, since, limit),
      this.accounts.usernameOf(access.ownerId),
    ]);
    if (changes === undefined) {
      throw new GoneError('This token is of another database; read everything anew, without `since`.');
    }
    return {
      changes: changes.map((change) => told(change, scope.filter !== undefined)),
      token: writeChangeToken(changes.at(-1) ?? since),
      isFull: changes.length === limit,
      hasMarkers: changes.some(({ hasFiles }) => hasFiles),
      ownerUsername,
      writeSubmissions: (sink, frame, stages) => this.feed.stream(scope, changes, frame, stages, sink),
    };
  }
}

/** Who may see some submissions is told of the others that they are not there, and not what happened to them. */
function told({ kind, submissionId, changedAt, isThere }: ChangeRow, isPartial: boolean): FedChange {
  return { kind: isPartial && !isThere ? 'deleted' : kind, submissionId, changedAt };
}
