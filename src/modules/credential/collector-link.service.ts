import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../domain/account/actor';
import { hashOfKey, makeKey } from '../../domain/account/token-key';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { InvalidError, NotFoundError } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AuditService } from '../audit/audit.service';
import { type CollectorLink, CollectorLinkRepository } from './collector-link.repository';

export type { CollectorLink };

/** A link that was made now, with the key that is shown this once. */
export interface MadeCollectorLink extends CollectorLink {
  readonly key: string;
}

type Manager = AssetAccess<'manage_asset'>;

/** More than anyone keeps track of. */
const MOST_LINKS = 100;
const KEY = /^[0-9a-f]{40}$/;

/** Addresses by which whoever knows one fills in one form, as if it were public (decision 89). */
@Injectable()
export class CollectorLinkService {
  constructor(
    private readonly links: CollectorLinkRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list({ assetId }: Manager, window: PageWindow): Promise<Page<CollectorLink>> {
    const [items, count] = await this.links.list(assetId, window);
    return { count, items };
  }

  /** @throws InvalidError when the asset has too many */
  async make(actor: Actor, { assetId }: Manager, name: string): Promise<MadeCollectorLink> {
    if ((await this.links.count(assetId)) >= MOST_LINKS) {
      throw new InvalidError(`The form has ${MOST_LINKS} links, the most there may be; remove one first.`);
    }
    const key = makeKey(randomBytes);
    const link: CollectorLink = {
      uid: makeUid(UID_PREFIX.collectorLink, randomBytes),
      assetId,
      name: name.trim(),
      createdBy: actor.kind === 'user' ? actor.username : null,
      dateCreated: this.clock.now(),
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.links.insert(transaction, { ...link, keyHash: hashOfKey(key) });
      const metadata = { collector_link: link.uid, change: 'made' };
      await this.audit.tell(transaction, actor, assetId, [{ action: 'update', metadata }]);
    });
    return { ...link, key };
  }

  /** Ends a link at once. @throws NotFoundError */
  async revoke(actor: Actor, { assetId }: Manager, uid: string): Promise<void> {
    const isRevoked = await this.unitOfWork.run(async (transaction) => {
      const isThere = await this.links.delete(transaction, assetId, uid);
      const metadata = { collector_link: uid, change: 'removed' };
      if (isThere) await this.audit.tell(transaction, actor, assetId, [{ action: 'update', metadata }]);
      return isThere;
    });
    if (!isRevoked) throw new NotFoundError();
  }

  /** Uid of the asset that a key leads to; undefined for one that leads nowhere (any more). */
  async assetOf(key: string): Promise<string | undefined> {
    return KEY.test(key) ? this.links.findAssetUid(hashOfKey(key)) : undefined;
  }
}
