import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { AnnouncedCache } from '../../database/cache/announced-cache';
import { ChangeFeed } from '../../database/change-feed';
import type { UserActor } from '../../domain/account/actor';
import { actorScopes } from '../../domain/oauth/scope';
import { GrantQuery } from './grant.query';
import { hashSecret } from './secret';

interface KnownBearer {
  readonly actor: UserActor;
  readonly expires: Date;
}

const MEMORY = { maxEntries: 10_000, maxAgeMs: 60_000 };

/** Who an access token acts for. */
@Injectable()
export class BearerService {
  private readonly known: AnnouncedCache<KnownBearer>;

  constructor(
    private readonly grants: GrantQuery,
    private readonly clock: Clock,
    feed: ChangeFeed,
  ) {
    this.known = new AnnouncedCache(feed, MEMORY);
  }

  /** The user who granted this access token; undefined when it does not hold, or no longer. */
  async actorOf(token: string): Promise<UserActor | undefined> {
    const hash = hashSecret(token);
    const bearer = await this.known.get(hash.toString('base64'), async () => {
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
      return { value: { actor, expires }, about: [{ subject: 'user', id }] };
    });
    return bearer !== undefined && bearer.expires > this.clock.now() ? bearer.actor : undefined;
  }
}
