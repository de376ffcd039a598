import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Scope, UserActor } from '../../../domain/account/actor';
import { assertInFuture, hashOfKey, generateKey } from '../../../domain/account/credential';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { InvalidError, NotFoundError, orNotFound } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import { AuditService } from '../../audit/audit.service';
import { ApiTokenRepository, type NamedApiToken } from './api-token.repository';
import { LastUseService } from './last-use.service';

export type ApiToken = NamedApiToken;

/** A new token with its key, which is not stored. */
export interface CreatedApiToken extends ApiToken {
  readonly key: string;
}

export interface TokenInput {
  readonly name: string;
  readonly scopes: Scope[];
  /** Null: never. */
  readonly expires: Date | null;
}

/** Per user; stops scripts that create a token on every run. */
const MAX_TOKENS = 100;

@Injectable()
export class ApiTokenService {
  constructor(
    private readonly tokens: ApiTokenRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly audit: AuditService,
  ) {}

  async list(actor: UserActor, window: PageWindow): Promise<Page<ApiToken>> {
    const [items, count] = await this.tokens.list(actor.id, window);
    return { count, items };
  }

  /** @throws NotFoundError, also for tokens of other users */
  async show(actor: UserActor, uid: string): Promise<ApiToken> {
    return orNotFound(await this.tokens.find(actor.id, uid));
  }

  /** @throws InvalidError by field, or when the user has too many tokens */
  async create(actor: UserActor, { name, scopes, expires }: TokenInput): Promise<CreatedApiToken> {
    const dateCreated = this.clock.now();
    if (name.trim() === '') throw InvalidError.at('name', 'This field may not be blank.');
    assertInFuture(expires, dateCreated);
    if ((await this.tokens.count(actor.id)) >= MAX_TOKENS) {
      throw new InvalidError(`You have ${MAX_TOKENS} tokens, the maximum. Revoke one first.`);
    }
    const key = generateKey(randomBytes);
    const token = {
      uid: generateUid(UID_PREFIX.apiToken, randomBytes),
      name: name.trim(),
      scopes,
      dateCreated,
      dateExpires: expires,
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.tokens.insert(transaction, { ...token, userId: actor.id, keyHash: hashOfKey(key) });
      const metadata = { account: actor.username, token: token.uid, name: token.name, scopes };
      await this.audit.recordAccountEvent(transaction, actor, { action: 'create', metadata });
    });
    return { ...token, dateLastUsed: null, key };
  }

  /**
   * Revokes a token in all processes.
   * @param owner defaults to the caller
   * @throws NotFoundError
   */
  async revoke(
    actor: UserActor,
    uid: string,
    owner: Pick<UserActor, 'id' | 'username'> = actor,
  ): Promise<void> {
    const revoked = await this.unitOfWork.run(async (transaction) => {
      const isDeleted = await this.tokens.delete(transaction, owner.id, uid);
      const metadata = { account: owner.username, token: uid };
      if (isDeleted) await this.audit.recordAccountEvent(transaction, actor, { action: 'delete', metadata });
      return isDeleted;
    });
    if (!revoked) throw new NotFoundError();
  }
}

@Injectable()
export class TokenUseService extends LastUseService {
  constructor(
    private readonly tokens: ApiTokenRepository,
    clock: Clock,
  ) {
    super(clock, 'tokens');
  }

  protected write(uses: ReadonlyMap<number, Date>): Promise<void> {
    return this.tokens.recordUses(uses);
  }
}
