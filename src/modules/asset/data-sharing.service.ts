import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import {
  type DataSharing,
  readDataSharing,
  readNewDataSharing,
  sharedFields,
} from '../../domain/sharing/data-sharing';
import { sharingEvent } from '../../domain/sharing/sharing-event';
import { AuditService } from '../audit/audit.service';
import { DataSharingQuery, type SharingAsset } from './data-sharing.query';

export type { SharingAsset };

/** What an asset lets others have of its answers. */
@Injectable()
export class DataSharingService {
  constructor(
    private readonly sharing: DataSharingQuery,
    private readonly audit: AuditService,
  ) {}

  /**
   * Keeps what is shared, behind the content that its fields are looked up in.
   * @param sent absent leaves it as it is
   * @throws InvalidError for what does not hold
   */
  async put(
    transaction: Transaction,
    actor: UserActor,
    { id, dataSharing: before }: { id: number; dataSharing: DataSharing },
    sent: DataSharing | undefined,
  ): Promise<void> {
    if (sent === undefined) return;
    const after = readDataSharing(sent, await this.sharing.questionPathsIn(transaction, id));
    await this.keep(transaction, actor, id, { before, after });
  }

  /** Keeps what a new asset shares. */
  async begin(transaction: Transaction, actor: UserActor, id: number, sent?: DataSharing): Promise<void> {
    if (sent === undefined) return;
    await this.keep(transaction, actor, id, { before: {}, after: readNewDataSharing(sent) });
  }

  private async keep(
    transaction: Transaction,
    actor: UserActor,
    id: number,
    { before, after }: { before: DataSharing; after: DataSharing },
  ): Promise<void> {
    await this.sharing.set(transaction, id, after);
    const event = sharingEvent(before, after);
    if (event !== undefined) await this.audit.tell(transaction, actor, id, [event]);
  }

  find(uid: string): Promise<SharingAsset | undefined> {
    return this.sharing.find(uid);
  }

  /** The questions that may be chosen of what an asset shares. */
  async choices({ id, dataSharing }: SharingAsset): Promise<readonly string[]> {
    return sharedFields(dataSharing) ?? this.sharing.questionPaths(id);
  }
}
