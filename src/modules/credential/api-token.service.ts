import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Scope, UserActor } from '../../domain/account/actor';
import { assertAhead } from '../../domain/account/token-expiry';
import { hashOfKey, makeKey } from '../../domain/account/token-key';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { InvalidError, NotFoundError } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import { AuditService } from '../audit/audit.service';
import { ApiTokenRepository, type NamedToken } from './api-token.repository';

/** A token as its owner sees it; the key is not there any more. */
export type ApiToken = NamedToken;

/** A token that was made now, with the key that is shown this once. */
export interface MadeToken extends ApiToken {
  readonly key: string;
}

export interface TokenInput {
  readonly name: string;
  readonly scopes: Scope[];
  /** Null: never. */
  readonly expires: Date | null;
}

/** More than anyone keeps track of; a script that makes a token on every run is told so. */
const MOST_TOKENS = 100;

/** Tokens that people make for single purposes, beside the default one. */
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

  /** @throws NotFoundError for tokens of others too */
  async show(actor: UserActor, uid: string): Promise<ApiToken> {
    const token = await this.tokens.find(actor.id, uid);
    if (token === null) throw new NotFoundError();
    return token;
  }

  /** @throws InvalidError by field, or when the user has too many tokens */
  async make(actor: UserActor, { name, scopes, expires }: TokenInput): Promise<MadeToken> {
    const dateCreated = this.clock.now();
    if (name.trim() === '') throw new InvalidError({ name: ['This field may not be blank.'] });
    assertAhead(expires, dateCreated);
    if ((await this.tokens.count(actor.id)) >= MOST_TOKENS) {
      throw new InvalidError(`You have ${MOST_TOKENS} tokens, the most there may be; revoke one first.`);
    }
    const key = makeKey(randomBytes);
    const token = {
      uid: makeUid(UID_PREFIX.apiToken, randomBytes),
      name: name.trim(),
      scopes,
      dateCreated,
      dateExpires: expires,
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.tokens.insert(transaction, { ...token, userId: actor.id, keyHash: hashOfKey(key) });
      const metadata = { account: actor.username, token: token.uid, name: token.name, scopes };
      await this.audit.tellOfAccount(transaction, actor, { action: 'create', metadata });
    });
    return { ...token, dateLastUsed: null, key };
  }

  /** Ends a token at once, in every process. @param owner absent: the caller */
  async revoke(
    actor: UserActor,
    uid: string,
    owner: Pick<UserActor, 'id' | 'username'> = actor,
  ): Promise<void> {
    const revoked = await this.unitOfWork.run(async (transaction) => {
      const isGone = await this.tokens.delete(transaction, owner.id, uid);
      const metadata = { account: owner.username, token: uid };
      if (isGone) await this.audit.tellOfAccount(transaction, actor, { action: 'delete', metadata });
      return isGone;
    });
    if (!revoked) throw new NotFoundError();
  }
}
