import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { NotifiedCache } from '../../../database/cache/notified-cache';
import { ChangeNotifications } from '../../../database/change-notifications';
import type { UserActor } from '../../../domain/account/actor';
import { actorScopes } from '../../../domain/oauth/application';
import { GrantRepository } from './grant.repository';
import { hashSecret } from './secret';

interface CachedBearer {
  readonly actor: UserActor;
  readonly expires: Date;
}

const CACHE_LIMITS = { maxEntries: 10_000, ttlMs: 60_000 };

@Injectable()
export class BearerService {
  private readonly cache: NotifiedCache<CachedBearer>;

  constructor(
    private readonly grants: GrantRepository,
    private readonly clock: Clock,
    notifications: ChangeNotifications,
  ) {
    this.cache = new NotifiedCache(notifications, CACHE_LIMITS);
  }

  /** Returns undefined for an unknown, revoked or expired token. */
  async actorOf(token: string): Promise<UserActor | undefined> {
    const hash = hashSecret(token);
    const bearer = await this.cache.get(hash.toString('base64'), async () => {
      const found = await this.grants.findAccessToken(hash);
      if (found?.isLive !== true) return undefined;
      const { userId: id, username, isSuperuser, scopes, expires } = found;
      const actor: UserActor = {
        kind: 'user',
        id,
        username,
        isSuperuser,
        credential: 'bearer',
        scopes: actorScopes(scopes),
      };
      return { value: { actor, expires }, dependencies: [{ subject: 'user', id }] };
    });
    return bearer !== undefined && bearer.expires > this.clock.now() ? bearer.actor : undefined;
  }
}
