import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import { hashOfKey, generateKey } from '../../../domain/account/credential';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { InvalidError, NotFoundError } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { AuditService } from '../../audit/audit.service';
import { type CollectorLink, CollectorLinkRepository } from './credential.repository';

export type { CollectorLink };

/** A new link with its key, which is not stored. */
export interface CreatedCollectorLink extends CollectorLink {
  readonly key: string;
}

type ManageAccess = AssetAccess<'manage_asset'>;

/** Per asset. */
const MAX_LINKS = 100;
const KEY_PATTERN = /^[0-9a-f]{40}$/;

/** Secret URLs that allow anonymous submissions to one asset (decision 89). */
@Injectable()
export class CollectorLinkService {
  constructor(
    private readonly links: CollectorLinkRepository,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list({ assetId }: ManageAccess, window: PageWindow): Promise<Page<CollectorLink>> {
    const [items, count] = await this.links.list(assetId, window);
    return { count, items };
  }

  /** @throws InvalidError when the asset has too many */
  async create(actor: Actor, { assetId }: ManageAccess, name: string): Promise<CreatedCollectorLink> {
    if ((await this.links.count(assetId)) >= MAX_LINKS) {
      throw new InvalidError(`The asset has ${MAX_LINKS} collector links, the maximum. Revoke one first.`);
    }
    const key = generateKey(randomBytes);
    const link: CollectorLink = {
      uid: generateUid(UID_PREFIX.collectorLink, randomBytes),
      assetId,
      name: name.trim(),
      createdBy: actor.kind === 'user' ? actor.username : null,
      dateCreated: this.clock.now(),
    };
    await this.unitOfWork.run(async (transaction) => {
      await this.links.insert(transaction, { ...link, keyHash: hashOfKey(key) });
      const metadata = { collector_link: link.uid, change: 'made' };
      await this.audit.recordAssetEvents(transaction, actor, assetId, [{ action: 'update', metadata }]);
    });
    return { ...link, key };
  }

  /** @throws NotFoundError */
  async revoke(actor: Actor, { assetId }: ManageAccess, uid: string): Promise<void> {
    const isRevoked = await this.unitOfWork.run(async (transaction) => {
      const isDeleted = await this.links.delete(transaction, assetId, uid);
      const metadata = { collector_link: uid, change: 'removed' };
      if (isDeleted)
        await this.audit.recordAssetEvents(transaction, actor, assetId, [{ action: 'update', metadata }]);
      return isDeleted;
    });
    if (!isRevoked) throw new NotFoundError();
  }

  /** Undefined for an unknown key or a deleted asset. */
  async findAssetUid(key: string): Promise<string | undefined> {
    return KEY_PATTERN.test(key) ? this.links.findAssetUid(hashOfKey(key)) : undefined;
  }
}
