import type { Transform, Writable } from 'node:stream';
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SecretBox } from '../../../config/secret-key';
import type { Actor } from '../../../domain/account/actor';
import { GoneError } from '../../../domain/errors';
import { keyOfScope, scopeOf, type SubmissionScope } from '../../../domain/query/submission-scope';
import {
  type ChangeToken,
  INITIAL_CHANGE_TOKEN,
  readChangeToken,
  writeChangeToken,
  type SubmissionChangeKind,
} from '../../../domain/submission/answer-changes';
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

/** Nonce, tag and a text of at least three characters. */
const MIN_SEALED_BYTES = 31;

const DIGEST_LENGTH = 16;

/** Lists changes since a token, each once and in commit order (decision 74). */
@Injectable()
export class ChangeListService {
  constructor(
    private readonly changes: ChangeListRepository,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
    private readonly box: SecretBox,
  ) {}

  /**
   * @param since `token` of an earlier page; absent or empty: from the beginning
   * @throws InvalidError for any other text, or if the asset was never deployed
   * @throws GoneError for a token of another row filter, or of another database, for example from before a restore
   */
  async listSince(
    actor: Actor,
    access: ReadAccess,
    since: string | undefined,
    limit: number,
  ): Promise<ChangePage> {
    await this.forms.getDeployed(access);
    const scope = scopeOf(access);
    const isPartial = scope.filter !== undefined;
    const last = this.readToken(since, scope);
    const viewerId = actor.kind === 'user' ? actor.id : undefined;
    const [changes, ownerUsername] = await Promise.all([
      this.changes.find(scope, viewerId, last, limit),
      this.accounts.usernameOf(access.ownerId),
    ]);
    if (changes === undefined) throw expired();
    return {
      changes: changes.map((change) => visibleChange(change, isPartial)),
      token: this.writeToken(changes.at(-1) ?? last, scope),
      hasMore: changes.length === limit,
      hasMarkers: changes.some(({ hasFiles }) => hasFiles),
      ownerUsername,
      writeSubmissions: (sink, frame, stages) => this.changes.stream(scope, changes, frame, stages, sink),
    };
  }

  /** With a row filter tokens are sealed: transaction ids, of all changes of the database, could be tried out. */
  private writeToken(token: ChangeToken, scope: SubmissionScope): string {
    const text = writeChangeToken(token);
    if (scope.filter === undefined) return text;
    return this.box.sealSame(`${text} ${filterDigest(scope)}`).toString('base64url');
  }

  /** @throws GoneError for a token of another filter: no change tells what it hid or showed */
  private readToken(since: string | undefined, scope: SubmissionScope): ChangeToken {
    const isSealed = scope.filter !== undefined;
    const sealed = Buffer.from(since ?? '', 'base64url');
    if (sealed.length < MIN_SEALED_BYTES) {
      const token = readChangeToken(since);
      // Of a time when the caller saw all submissions, or of an earlier version.
      if (isSealed && token !== INITIAL_CHANGE_TOKEN) throw expired();
      return token;
    }
    const opened = this.open(sealed);
    if (opened === undefined) return readChangeToken(since);
    const [position, digest] = opened.split(' ');
    if (!isSealed || digest !== filterDigest(scope)) throw expired();
    return readChangeToken(position);
  }

  private open(sealed: Buffer): string | undefined {
    try {
      return this.box.open(sealed);
    } catch {
      return undefined;
    }
  }
}

function filterDigest(scope: SubmissionScope): string {
  return createHash('sha256').update(keyOfScope(scope)).digest('base64url').slice(0, DIGEST_LENGTH);
}

function expired(): GoneError {
  return new GoneError(
    'The token belongs to another database or permission. Read all changes again, without `since`.',
  );
}

/** With a partial permission, submissions that left the scope are reported as deleted, even if they were not. */
function visibleChange(
  { kind, submissionId, changedAt, exists }: ChangeRow,
  isPartial: boolean,
): ListedChange {
  return { kind: isPartial && !exists ? 'deleted' : kind, submissionId, changedAt };
}
