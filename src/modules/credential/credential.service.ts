import { createHash, randomBytes } from 'node:crypto';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { SecretKey } from '../../config/secret-key';
import { AnnouncedCache } from '../../database/cache/announced-cache';
import { ChangeFeed } from '../../database/change-feed';
import { UnitOfWork } from '../../database/unit-of-work';
import type { UserActor } from '../../domain/account/actor';
import { NotFoundError } from '../../domain/errors';
import { AccountService } from '../account/account.service';
import { CredentialRepository } from './credential.repository';
import { SecretBox } from './secret-box';

/** The default token of a user, and whether this call made it. */
export interface DefaultToken {
  readonly key: string;
  readonly created: boolean;
}

const TOKEN_BYTES = 20;
/** A password check costs milliseconds by design; a verified pair is remembered this long (decision 28). */
const PASSWORD_MEMORY_MS = 30_000;
const TOKEN_MEMORY_MS = 60_000;

/** Proofs of who is asking: tokens and passwords. */
@Injectable()
export class CredentialService implements OnApplicationBootstrap {
  private readonly verifiedTokens: AnnouncedCache<UserActor>;
  private readonly verifiedPasswords: AnnouncedCache<UserActor>;

  constructor(
    private readonly credentials: CredentialRepository,
    private readonly accounts: AccountService,
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    private readonly secretKey: SecretKey,
    feed: ChangeFeed,
  ) {
    this.verifiedTokens = new AnnouncedCache(feed, { maxEntries: 10_000, maxAgeMs: TOKEN_MEMORY_MS });
    this.verifiedPasswords = new AnnouncedCache(feed, { maxEntries: 10_000, maxAgeMs: PASSWORD_MEMORY_MS });
  }

  /** Two processes that disagree about the key could not read each other's tokens: refuse to start (decision 25). */
  async onApplicationBootstrap(): Promise<void> {
    const kept = await this.credentials.keepSetting('secret key fingerprint', this.secretKey.fingerprint);
    if (kept !== this.secretKey.fingerprint) {
      throw new Error(
        'SECRET_KEY differs from the one this database was set up with. Start every process with the same SECRET_KEY.',
      );
    }
  }

  /** The user behind an API token, or undefined when the token does not hold. */
  async actorOfToken(key: string): Promise<UserActor | undefined> {
    return this.verifiedTokens.get(this.box.nameOf(key), async () => {
      const owner = await this.credentials.findOwner(sha256(key));
      if (owner?.isActive !== true) return undefined;
      const { userId: id, username, isSuperuser } = owner;
      const value: UserActor = {
        kind: 'user',
        id,
        username,
        isSuperuser,
        credential: 'token',
        scopes: ['read', 'write'],
      };
      return { value, about: [{ subject: 'user', id }] };
    });
  }

  /** The user whose name and password these are, or undefined. */
  async actorOfPassword(username: string, password: string): Promise<UserActor | undefined> {
    return this.verifiedPasswords.get(this.box.nameOf(username, password), async () => {
      const account = await this.accounts.verifyPassword(username, password);
      if (account === undefined) return undefined;
      const value: UserActor = {
        kind: 'user',
        id: account.id,
        username: account.username,
        isSuperuser: account.isSuperuser,
        credential: 'basic',
        scopes: ['read', 'write'],
      };
      return { value, about: [{ subject: 'user', id: account.id }] };
    });
  }

  /** The one token that its owner sees again and again; made when there is none. */
  async defaultToken(userId: number): Promise<DefaultToken> {
    const known = await this.credentials.findDefaultKey(userId);
    if (known !== undefined) return { key: this.box.open(known), created: false };
    const key = randomBytes(TOKEN_BYTES).toString('hex');
    const created = await this.unitOfWork.run((transaction) =>
      this.credentials.insertDefaultKey(transaction, userId, sha256(key), this.box.seal(key)),
    );
    // Somebody made one at the same moment: theirs is the one.
    return created ? { key, created } : this.defaultToken(userId);
  }

  /** Ends the default token; the next question for it makes another. */
  async revokeDefaultToken(userId: number): Promise<void> {
    const revoked = await this.unitOfWork.run((transaction) =>
      this.credentials.deleteDefaultKey(transaction, userId),
    );
    if (!revoked) throw new NotFoundError();
  }
}

function sha256(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}
