import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { AssetEntity } from '../../database/entities/asset.entity';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import type { AssetType } from '../../domain/content/content';
import { orNotFound } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { ContentBytes } from '../../workers/form-engine/form-engine-types';
import { AssetRepository } from './asset.repository';
import {
  type VersionFilter,
  VersionRepository,
  type VersionRow,
  type AssetVersion,
} from './version.repository';

export interface DeployableVersion {
  readonly id: number;
  readonly uid: string;
  readonly assetUid: string;
  readonly assetName: string;
  readonly assetType: AssetType;
  readonly dateModified: Date;
  readonly content: ContentBytes;
  /** Ordinal of its deployment: deployed versions, plus one if it is not deployed yet. */
  readonly deploymentNumber: number;
}

export type VersionView = VersionRow;

export interface VersionDetailView extends VersionView {
  readonly content: ContentBytes;
}

export type { VersionFilter };

type Viewed = AssetAccess<'view_asset' | 'change_asset'>;

/** Versions: name and content of an asset at each save that changed either. */
@Injectable()
export class VersionService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly versions: VersionRepository,
    private readonly clock: Clock,
  ) {}

  /** Newest first; empty for a collection. */
  list({ assetId }: Viewed, filter: VersionFilter, window: PageWindow): Promise<Page<VersionView>> {
    return this.versions.page(assetId, filter, window);
  }

  /** @throws NotFoundError when the asset has no such version */
  async show({ assetId }: Viewed, uid: string): Promise<VersionDetailView> {
    const version = orNotFound(await this.versions.findView(assetId, uid));
    return { ...version, content: await this.assets.ofVersion(version.id) };
  }

  /** Versions with content in the given order; unknown uids are left out. */
  async listByUid(assetId: number, uids: readonly string[]): Promise<VersionDetailView[]> {
    const found: VersionDetailView[] = [];
    for (const uid of uids) {
      const version = await this.versions.findView(assetId, uid);
      if (version !== undefined) found.push({ ...version, content: await this.assets.ofVersion(version.id) });
    }
    return found;
  }

  /** Undefined when the asset has no version, such as a collection. */
  async newest({ assetId }: Viewed): Promise<DeployableVersion | undefined> {
    const [asset, version, deployed] = await Promise.all([
      this.assets.findForDeployment(assetId),
      this.versions.newest(assetId),
      this.versions.countDeployed(assetId),
    ]);
    if (version === null) return undefined;
    return {
      id: version.id,
      uid: version.uid,
      assetUid: asset.uid,
      assetName: asset.name,
      assetType: asset.assetType,
      dateModified: asset.dateModified,
      content: await this.assets.ofVersion(version.id),
      deploymentNumber: deployed + (version.deployed ? 0 : 1),
    };
  }

  /**
   * Locks the asset until the transaction ends, which blocks saves and other deployments.
   * @returns whether the version is still the newest, with the same deployment number
   */
  async lockNewest(
    transaction: Transaction,
    { assetId }: AssetAccess<'change_asset'>,
    { id, deploymentNumber, assetType }: DeployableVersion,
  ): Promise<boolean> {
    const asset = orNotFound(await this.assets.lock(transaction, assetId));
    if (asset.assetType !== assetType) return false;
    const newest = await this.versions.newestIn(transaction, assetId);
    const deployed = await this.versions.countDeployedIn(transaction, assetId);
    return newest?.id === id && deploymentNumber === deployed + (newest.deployed ? 0 : 1);
  }

  async markDeployed(
    transaction: Transaction,
    actor: UserActor,
    { assetId }: AssetAccess<'change_asset'>,
    versionId: number,
  ): Promise<void> {
    const now = this.clock.now();
    await this.versions.markDeployed(transaction, versionId, now);
    await this.assets.update(transaction, assetId, { lastModifiedBy: actor.username, dateModified: now });
  }

  /** Reads in the transaction. */
  newestIn(transaction: Transaction, assetId: number): Promise<AssetVersion | null> {
    return this.versions.newestIn(transaction, assetId);
  }

  /**
   * Creates a version if name or content differ from the newest one; never for a collection.
   * @param contentHash undefined when the content is unchanged
   */
  async createIfChanged(
    transaction: Transaction,
    { id: assetId, assetType, name }: Pick<AssetEntity, 'id' | 'assetType' | 'name'>,
    contentHash: string | undefined,
    now: Date,
  ): Promise<void> {
    if (assetType === 'collection') return;
    const newest = await this.versions.newestIn(transaction, assetId);
    // Only a new asset has no version, and it always has a content hash.
    const hash = contentHash ?? newest!.contentHash;
    if (newest?.name === name && newest.contentHash === hash) return;
    await this.versions.insert(transaction, {
      uid: generateUid(UID_PREFIX.version, randomBytes),
      assetId,
      name,
      contentHash: hash,
      dateModified: now,
    });
  }
}
