import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, IsNull, LessThan, Repository } from 'typeorm';
import { violatedConstraint } from '../../../database/constraint-violation';
import { AssetEntity } from '../../../database/entities/asset.entity';
import { OwnershipInviteEntity, OwnershipTransferEntity } from '../../../database/entities/permission.entity';
import { UserEntity } from '../../../database/entities/user.entity';
import { managerOf, invalidateOnCommit } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import type { AssetType } from '../../../domain/content/content';
import { InvalidError } from '../../../domain/errors';
import type { InviteRole, InviteStatus, TransferStatus } from '../../../domain/ownership/invite-status';
import type { Page, PageWindow } from '../../../domain/page';

export interface Invite extends OwnershipInviteEntity {
  readonly sender: string;
  readonly recipient: string;
}

export interface Transfer extends OwnershipTransferEntity {
  readonly assetUid: string;
  readonly assetName: string;
}

export type OwnedAsset = Pick<AssetEntity, 'id' | 'uid' | 'name'>;

export type TransferredAsset = Pick<AssetEntity, 'id' | 'assetType'> & { readonly assetType: AssetType };

const IS_PARTY = { sender: 'invite.senderId = :userId', recipient: 'invite.recipientId = :userId' };

@Injectable()
export class InviteRepository {
  constructor(
    @InjectRepository(OwnershipInviteEntity) private readonly invites: Repository<OwnershipInviteEntity>,
  ) {}

  findOwnedAssets(ownerId: number, uids: readonly string[]): Promise<OwnedAsset[]> {
    return this.invites.manager.find(AssetEntity, {
      select: { id: true, uid: true, name: true },
      where: { ownerId, uid: In([...uids]), dateDeleted: IsNull() },
    });
  }

  async findPendingAssetUids(assetIds: readonly number[]): Promise<string[]> {
    const rows = await this.invites.manager
      .createQueryBuilder(OwnershipTransferEntity, 'transfer')
      .innerJoin(AssetEntity, 'asset', 'asset.id = transfer.assetId')
      .select('asset.uid', 'uid')
      .where({ assetId: In([...assetIds]), status: 'pending' })
      .getRawMany<{ uid: string }>();
    return rows.map(({ uid }) => uid);
  }

  /** @throws InvalidError if a concurrent invite has one of the assets */
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
      if (violatedConstraint(error) === 'ownership_transfer_pending_key') {
        throw InvalidError.at('assets', 'A project is part of another pending invite. Check your invites.');
      }
      throw error;
    }
  }

  /** Lists invites sent or received by the user, newest first. @param role absent: either */
  async list(userId: number, { limit, start }: PageWindow, role?: InviteRole): Promise<Page<Invite>> {
    const isParty = role === undefined ? `${IS_PARTY.sender} OR ${IS_PARTY.recipient}` : IS_PARTY[role];
    const query = selectInvites(this.invites.manager)
      .where(isParty, { userId })
      .orderBy('invite.id', 'DESC')
      .limit(limit)
      .offset(start);
    const [count, items] = await Promise.all([query.getCount(), query.getRawMany<Invite>()]);
    return { count, items };
  }

  find(userId: number, uid: string): Promise<Invite | undefined> {
    return selectInvites(this.invites.manager)
      .where('invite.uid = :uid AND (invite.senderId = :userId OR invite.recipientId = :userId)', {
        uid,
        userId,
      })
      .getRawOne<Invite>();
  }

  /** Lists pending invites of any of these assets, in locking order. */
  listPending(transaction: Transaction, assetIds: readonly number[]): Promise<Invite[]> {
    const manager = managerOf(transaction);
    const pending = manager
      .createQueryBuilder(OwnershipTransferEntity, 'transfer')
      .select('transfer.inviteId')
      .where("transfer.status = 'pending' AND transfer.assetId = ANY(:assetIds)");
    return selectInvites(manager)
      .where(`invite.id IN (${pending.getQuery()})`, { assetIds })
      .orderBy('invite.id')
      .getRawMany<Invite>();
  }

  listTransfers(inviteIds: readonly number[]): Promise<Transfer[]> {
    return selectTransfers(this.invites.manager, inviteIds);
  }

  /** Uses the transaction's connection: a second one could deadlock on an exhausted pool. */
  listTransfersInTransaction(transaction: Transaction, inviteId: number): Promise<Transfer[]> {
    return selectTransfers(managerOf(transaction), [inviteId]);
  }

  /** Serializes concurrent responses to an invite. */
  lock(transaction: Transaction, id: number): Promise<OwnershipInviteEntity | null> {
    return managerOf(transaction).findOne(OwnershipInviteEntity, {
      where: { id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async setStatus(transaction: Transaction, id: number, status: InviteStatus, now: Date): Promise<void> {
    await managerOf(transaction).update(OwnershipInviteEntity, { id }, { status, dateModified: now });
  }

  async setTransferStatus(
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

  /** @returns undefined if `from` does not own the asset */
  async transferOwnership(
    transaction: Transaction,
    assetId: number,
    { from, to }: { from: number; to: number },
  ): Promise<TransferredAsset | undefined> {
    const updated = await managerOf(transaction)
      .createQueryBuilder()
      .update(AssetEntity)
      .set({ ownerId: to })
      .where({ id: assetId, ownerId: from, dateDeleted: IsNull() })
      .returning(['id', 'assetType'])
      .execute();
    const [transferred] = updated.raw as { id: number; asset_type: AssetType }[];
    if (transferred === undefined) return undefined;
    invalidateOnCommit(transaction, 'asset', assetId);
    return { id: transferred.id, assetType: transferred.asset_type };
  }

  async remove(transaction: Transaction, id: number): Promise<void> {
    await managerOf(transaction).delete(OwnershipInviteEntity, { id });
  }

  /** Ids of at most 1000 pending invites created before. */
  async listExpired(createdBefore: Date): Promise<number[]> {
    const rows = await this.invites.find({
      select: { id: true },
      where: { status: 'pending', dateCreated: LessThan(createdBefore) },
      order: { id: 'ASC' },
      take: 1000,
    });
    return rows.map(({ id }) => id);
  }
}

function selectInvites(manager: EntityManager) {
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

function selectTransfers(manager: EntityManager, inviteIds: readonly number[]): Promise<Transfer[]> {
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
