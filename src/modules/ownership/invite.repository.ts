import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, LessThan, Repository } from 'typeorm';
import { brokenConstraint } from '../../database/broken-constraint';
import { AssetEntity } from '../../database/entities/asset.entity';
import { OwnershipInviteEntity } from '../../database/entities/ownership-invite.entity';
import { OwnershipTransferEntity } from '../../database/entities/ownership-transfer.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf, touch } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { AssetType } from '../../domain/content/asset-type';
import { InvalidError } from '../../domain/errors';
import type { InviteStatus, TransferStatus } from '../../domain/ownership/invite-status';
import type { Page, PageWindow } from '../../domain/page';

/** An offer with the names of its two sides. */
export interface Invite extends OwnershipInviteEntity {
  readonly sender: string;
  readonly recipient: string;
}

/** One project of an offer, with what it is called. */
export interface Transfer extends OwnershipTransferEntity {
  readonly assetUid: string;
  readonly assetName: string;
}

/** A project that may be offered. */
export type OwnAsset = Pick<AssetEntity, 'id' | 'uid'>;

/** One whose owner has changed. */
export type GivenAsset = Pick<AssetEntity, 'id' | 'assetType'> & { readonly assetType: AssetType };

@Injectable()
export class InviteRepository {
  constructor(
    @InjectRepository(OwnershipInviteEntity) private readonly invites: Repository<OwnershipInviteEntity>,
  ) {}

  /** Those of these uids that the user owns. */
  ownAssets(ownerId: number, uids: readonly string[]): Promise<OwnAsset[]> {
    return this.invites.manager.find(AssetEntity, {
      select: { id: true, uid: true },
      where: { ownerId, uid: In([...uids]), dateDeleted: IsNull() },
    });
  }

  /** Uids of the assets that are offered to somebody. */
  async offered(assetIds: readonly number[]): Promise<string[]> {
    const rows = await this.invites.manager
      .createQueryBuilder(OwnershipTransferEntity, 'transfer')
      .innerJoin(AssetEntity, 'asset', 'asset.id = transfer.assetId')
      .select('asset.uid', 'uid')
      .where({ assetId: In([...assetIds]), status: 'pending' })
      .getRawMany<{ uid: string }>();
    return rows.map(({ uid }) => uid);
  }

  /** @throws InvalidError when one of the assets was offered at the same moment */
  async insert(
    transaction: Transaction,
    invite: Omit<OwnershipInviteEntity, 'id'>,
    transfers: readonly Pick<OwnershipTransferEntity, 'uid' | 'assetId'>[],
  ): Promise<void> {
    const manager = managerOf(transaction);
    const { identifiers } = await manager.insert(OwnershipInviteEntity, { ...invite });
    const { id: inviteId } = identifiers[0] as { id: number };
    if (transfers.length === 0) return;
    const { dateModified } = invite;
    try {
      await manager.insert(
        OwnershipTransferEntity,
        transfers.map((transfer) => ({ ...transfer, inviteId, status: 'pending' as const, dateModified })),
      );
    } catch (error) {
      if (brokenConstraint(error) === 'ownership_transfer_pending_key') {
        throw new InvalidError({
          assets: ['A project was offered to somebody meanwhile; look at your offers.'],
        });
      }
      throw error;
    }
  }

  /** Offers that the user makes or is made, newest first. */
  async list(userId: number, { limit, start }: PageWindow): Promise<Page<Invite>> {
    const query = invitesOf(this.invites.manager)
      .where('invite.senderId = :userId OR invite.recipientId = :userId', { userId })
      .orderBy('invite.id', 'DESC')
      .limit(limit)
      .offset(start);
    const [count, items] = await Promise.all([query.getCount(), query.getRawMany<Invite>()]);
    return { count, items };
  }

  /** One that the user makes or is made. */
  find(userId: number, uid: string): Promise<Invite | undefined> {
    return invitesOf(this.invites.manager)
      .where('invite.uid = :uid AND (invite.senderId = :userId OR invite.recipientId = :userId)', {
        uid,
        userId,
      })
      .getRawOne<Invite>();
  }

  /** Offers of any of these assets that nobody has answered, in the order in which they are locked. */
  pendingOf(transaction: Transaction, assetIds: readonly number[]): Promise<Invite[]> {
    const manager = managerOf(transaction);
    const offered = manager
      .createQueryBuilder(OwnershipTransferEntity, 'transfer')
      .select('transfer.inviteId')
      .where("transfer.status = 'pending' AND transfer.assetId = ANY(:assetIds)");
    return invitesOf(manager)
      .where(`invite.id IN (${offered.getQuery()})`, { assetIds })
      .orderBy('invite.id')
      .getRawMany<Invite>();
  }

  /** In the order in which they were named. */
  transfersOf(inviteIds: readonly number[]): Promise<Transfer[]> {
    return transfersBy(this.invites.manager, inviteIds);
  }

  /** The same of one, on the transaction's connection: one more might be had only when those who wait for this one give up. */
  transfersIn(transaction: Transaction, inviteId: number): Promise<Transfer[]> {
    return transfersBy(managerOf(transaction), [inviteId]);
  }

  /** Keeps two answers to one offer apart. */
  lock(transaction: Transaction, id: number): Promise<OwnershipInviteEntity | null> {
    return managerOf(transaction).findOne(OwnershipInviteEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async settle(transaction: Transaction, id: number, status: InviteStatus, now: Date): Promise<void> {
    await managerOf(transaction).update(OwnershipInviteEntity, { id }, { status, dateModified: now });
  }

  /** What becomes of those projects of an offer that nothing became of yet. */
  async settleTransfers(
    transaction: Transaction,
    where: { inviteId: number; assetId?: number },
    { status, error = null, now }: { status: TransferStatus; error?: string | null; now: Date },
  ): Promise<void> {
    await managerOf(transaction).update(
      OwnershipTransferEntity,
      { ...where, status: 'pending' },
      { status, error, dateModified: now },
    );
  }

  /** @returns undefined for an asset that is not the giver's, or not any more */
  async give(
    transaction: Transaction,
    assetId: number,
    { from, to }: { from: number; to: number },
  ): Promise<GivenAsset | undefined> {
    const updated = await managerOf(transaction)
      .createQueryBuilder()
      .update(AssetEntity)
      .set({ ownerId: to })
      .where({ id: assetId, ownerId: from, dateDeleted: IsNull() })
      .returning(['id', 'assetType'])
      .execute();
    const [given] = updated.raw as { id: number; asset_type: AssetType }[];
    if (given === undefined) return undefined;
    touch(transaction, 'asset', assetId);
    return { id: given.id, assetType: given.asset_type };
  }

  async remove(transaction: Transaction, id: number): Promise<void> {
    await managerOf(transaction).delete(OwnershipInviteEntity, { id });
  }

  /** Offers that nobody answered since. */
  async unanswered(madeBefore: Date): Promise<number[]> {
    const rows = await this.invites.find({
      select: { id: true },
      where: { status: 'pending', dateCreated: LessThan(madeBefore) },
      order: { id: 'ASC' },
      take: 1000,
    });
    return rows.map(({ id }) => id);
  }
}

function invitesOf(manager: EntityManager) {
  return manager
    .createQueryBuilder(OwnershipInviteEntity, 'invite')
    .innerJoin(UserEntity, 'sender', 'sender.id = invite.senderId')
    .innerJoin(UserEntity, 'recipient', 'recipient.id = invite.recipientId')
    .select('invite.id', 'id')
    .addSelect('invite.uid', 'uid')
    .addSelect('invite.senderId', 'senderId')
    .addSelect('invite.recipientId', 'recipientId')
    .addSelect('invite.status', 'status')
    .addSelect('invite.dateCreated', 'dateCreated')
    .addSelect('invite.dateModified', 'dateModified')
    .addSelect('sender.username', 'sender')
    .addSelect('recipient.username', 'recipient');
}

function transfersBy(manager: EntityManager, inviteIds: readonly number[]): Promise<Transfer[]> {
  return manager
    .createQueryBuilder(OwnershipTransferEntity, 'transfer')
    .innerJoin(AssetEntity, 'asset', 'asset.id = transfer.assetId')
    .select('transfer.uid', 'uid')
    .addSelect('transfer.inviteId', 'inviteId')
    .addSelect('transfer.assetId', 'assetId')
    .addSelect('transfer.status', 'status')
    .addSelect('transfer.error', 'error')
    .addSelect('transfer.dateModified', 'dateModified')
    .addSelect('asset.uid', 'assetUid')
    .addSelect('asset.name', 'assetName')
    .where({ inviteId: In([...inviteIds]) })
    .orderBy('transfer.id')
    .getRawMany<Transfer>();
}
