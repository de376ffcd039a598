import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import {
  type DataSharing,
  isSharing,
  lostFields,
  readDataSharing,
  readNewDataSharing,
  sharedFields,
  sharingEvent,
} from '../../domain/sharing/data-sharing';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AuditService } from '../audit/audit.service';
import { DataSharingRepository, type SharingAsset } from './asset.repository';

export type { SharingAsset };

/** Manages which submissions an asset shares with paired assets. */
@Injectable()
export class DataSharingService {
  constructor(
    private readonly sharing: DataSharingRepository,
    private readonly audit: AuditService,
  ) {}

  /**
   * Updates the settings; call after the content is saved, which the fields are validated against.
   * @param sent absent leaves the settings unchanged
   * @throws InvalidError for unknown fields and invalid settings
   */
  async update(
    transaction: Transaction,
    actor: UserActor,
    { id, dataSharing: before }: { id: number; dataSharing: DataSharing },
    sent: DataSharing | undefined,
  ): Promise<void> {
    if (sent === undefined) return;
    const after = readDataSharing(sent, await this.sharing.questionPathsIn(transaction, id), before);
    await this.save(transaction, actor, id, { before, after });
  }

  async create(transaction: Transaction, actor: UserActor, id: number, sent?: DataSharing): Promise<void> {
    if (sent === undefined) return;
    await this.save(transaction, actor, id, { before: {}, after: readNewDataSharing(sent) });
  }

  private async save(
    transaction: Transaction,
    actor: UserActor,
    id: number,
    { before, after }: { before: DataSharing; after: DataSharing },
  ): Promise<void> {
    await this.sharing.set(transaction, id, after);
    const event = sharingEvent(before, after);
    if (event !== undefined) await this.audit.recordAssetEvents(transaction, actor, id, [event]);
  }

  /** Names the shared questions that the newest version moved, renamed or dropped. */
  async warnings({ assetUid }: AssetAccess<'view_asset' | 'change_asset'>): Promise<string[]> {
    const asset = await this.sharing.find(assetUid);
    if (asset === undefined || !isSharing(asset.dataSharing)) return [];
    return lostFields(asset.dataSharing, await this.sharing.questionPaths(asset.id)).map(
      (path) =>
        `Other projects get no more answers to "${path}", which the form has no longer there. Select the questions to share anew.`,
    );
  }

  find(uid: string): Promise<SharingAsset | undefined> {
    return this.sharing.find(uid);
  }

  async shareableFields({ id, dataSharing }: SharingAsset): Promise<readonly string[]> {
    return sharedFields(dataSharing) ?? this.sharing.questionPaths(id);
  }
}
