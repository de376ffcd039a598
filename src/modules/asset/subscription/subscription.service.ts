import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import type { Actor, UserActor } from '../../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { InvalidError, NotFoundError } from '../../../domain/errors';
import { EMPTY_PAGE, type Page, type PageWindow } from '../../../domain/page';
import { AccountService } from '../../account/account.service';
import { type Subscription, SubscriptionRepository } from './subscription.repository';

export type { Subscription };

/** Subscriptions add public collections and their children to asset lists (contract-assets 7.4). */
@Injectable()
export class SubscriptionService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly accounts: AccountService,
    private readonly clock: Clock,
  ) {}

  /** @param assetUid collection to filter by */
  async list(
    actor: Actor,
    assetUid: string | undefined,
    { limit, start }: PageWindow,
  ): Promise<Page<Subscription>> {
    if (actor.kind === 'anonymous') return EMPTY_PAGE;
    const [count, items] = await Promise.all([
      this.subscriptions.count(actor.id, assetUid),
      this.subscriptions.list(actor.id, assetUid, limit, start),
    ]);
    return { count, items };
  }

  /** @throws NotFoundError when the caller has no such subscription */
  async show(actor: Actor, uid: string): Promise<Subscription> {
    const found = actor.kind === 'user' && (await this.subscriptions.find(actor.id, uid));
    if (!found) throw new NotFoundError();
    return found;
  }

  /** @throws InvalidError on `asset` when it is not discoverable, not a collection, or subscribed already */
  async subscribe(actor: UserActor, assetUid: string): Promise<Subscription> {
    const asset = await this.subscriptions.findDiscoverable(assetUid, this.accounts.anonymousUserId);
    if (asset === undefined) throw InvalidError.at('asset', 'Invalid hyperlink - Object does not exist.');
    if (asset.assetType !== 'collection') {
      throw InvalidError.at('asset', 'Invalid asset type. Only `collection` is allowed');
    }
    const uid = generateUid(UID_PREFIX.subscription, randomBytes);
    const dateCreated = this.clock.now();
    await this.subscriptions.insert({ uid, assetId: asset.id, userId: actor.id, dateCreated });
    return { uid, assetUid };
  }

  /** @throws NotFoundError when the caller has no such subscription */
  async unsubscribe(actor: UserActor, uid: string): Promise<void> {
    if (!(await this.subscriptions.remove(actor.id, uid))) throw new NotFoundError();
  }
}
