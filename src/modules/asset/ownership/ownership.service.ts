import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import { SERVICE, type UserActor } from '../../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { DeniedError, InvalidError, orNotFound } from '../../../domain/errors';
import {
  assertMayRespond,
  type InviteResponse,
  type InviteRole,
} from '../../../domain/ownership/invite-status';
import type { Page, PageWindow } from '../../../domain/page';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { type Account, AccountService } from '../../account/account.service';
import { AuditService } from '../../audit/audit.service';
import { InAppMessageService } from '../../account/message/in-app-message.service';
import { InheritanceService } from '../../permission/inheritance.service';
import { PermissionService } from '../../permission/permission.service';
import { type Invite, InviteRepository, type Transfer } from './invite.repository';

export interface InviteView extends Invite {
  readonly transfers: readonly Transfer[];
}

export interface NewInvite {
  readonly recipient: string;
  readonly assets: readonly string[];
}

export type { Transfer };

const DAY_MS = 24 * 60 * 60_000;
const INVITE_TTL_MS = 14 * DAY_MS;
const HOUR_MS = 60 * 60_000;

/** Transfers assets to another owner by invite (contract-assets 7.10). */
@Injectable()
export class OwnershipService implements OnModuleInit {
  constructor(
    private readonly invites: InviteRepository,
    private readonly accounts: AccountService,
    private readonly permissions: PermissionService,
    private readonly inheritance: InheritanceService,
    private readonly messages: InAppMessageService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'ownership-invites.expire',
      intervalMs: HOUR_MS,
      run: () => this.expire(),
    });
  }

  /** @param role of the caller; absent: either */
  async list(actor: UserActor, window: PageWindow, role?: InviteRole): Promise<Page<InviteView>> {
    const { count, items } = await this.invites.list(actor.id, window, role);
    return { count, items: await this.withTransfers(items) };
  }

  /** @throws NotFoundError unless the caller is sender or recipient */
  async get(actor: UserActor, uid: string): Promise<InviteView> {
    const [view] = await this.withTransfers([await this.find(actor, uid)]);
    return view!;
  }

  async getTransfer(actor: UserActor, uid: string, transferUid: string): Promise<[InviteView, Transfer]> {
    const invite = await this.get(actor, uid);
    const transfer = orNotFound(invite.transfers.find((each) => each.uid === transferUid));
    return [invite, transfer];
  }

  /** @throws InvalidError for an unknown recipient, and for assets that are not owned or already part of an invite */
  async create(actor: UserActor, { recipient: username, assets }: NewInvite): Promise<InviteView> {
    const recipient = await this.findRecipient(actor, username);
    const uids = [...new Set(assets)];
    const owned = await this.invites.findOwnedAssets(actor.id, uids);
    if (owned.length < uids.length) {
      throw InvalidError.at('assets', 'You must be the owner of each project you want to transfer');
    }
    const pending = await this.invites.findPendingAssetUids(owned.map(({ id }) => id));
    if (pending.length > 0) {
      throw new InvalidError({
        assets: pending.map((uid) => `Project \`${uid}\` cannot be transferred. Current status: pending`),
      });
    }
    const uid = generateUid(UID_PREFIX.ownershipInvite, randomBytes);
    const now = this.clock.now();
    const transfers = owned
      .sort((one, other) => uids.indexOf(one.uid) - uids.indexOf(other.uid))
      .map(({ id: assetId }) => ({ uid: generateUid(UID_PREFIX.ownershipTransfer, randomBytes), assetId }));
    await this.unitOfWork.run(async (transaction) => {
      const sides = { senderId: actor.id, recipientId: recipient.id };
      const invite = { uid, ...sides, status: 'pending', dateCreated: now, dateModified: now } as const;
      await this.invites.insert(transaction, invite, transfers);
      for (const { assetId } of transfers) {
        await this.recordTransfer(transaction, actor, assetId, {
          username: recipient.username,
          status: 'pending',
        });
      }
      await this.messages.postInvite(transaction, {
        inviteUid: uid,
        recipientId: recipient.id,
        sender: actor.username,
        projects: owned.map(({ name, uid }) => name || uid),
        validUntil: new Date(now.getTime() + INVITE_TTL_MS),
      });
    });
    return this.get(actor, uid);
  }

  /** @throws DeniedError if the response is up to the other side, InvalidError unless the invite is pending */
  async respond(actor: UserActor, uid: string, response: InviteResponse): Promise<InviteView> {
    const invite = await this.find(actor, uid);
    await this.unitOfWork.run(async (transaction) => {
      if (response === 'accepted') await this.inheritance.lockTree(transaction);
      const { status } = await this.lock(transaction, invite);
      assertMayRespond({ ...invite, status }, actor.id, response);
      if (response === 'accepted') await this.transferAll(transaction, actor, invite);
      else await this.close(transaction, actor, invite, response);
    });
    return this.get(actor, uid);
  }

  /** Deletes an invite without undoing transfers. @throws DeniedError for the recipient */
  async remove(actor: UserActor, uid: string): Promise<void> {
    const invite = await this.find(actor, uid);
    if (invite.senderId !== actor.id) throw new DeniedError();
    await this.unitOfWork.run(async (transaction) => {
      const { status } = await this.lock(transaction, invite);
      if (status === 'pending') await this.close(transaction, actor, invite, 'cancelled');
      await this.invites.remove(transaction, invite.id);
    });
  }

  async cancelForAssets(
    transaction: Transaction,
    actor: UserActor,
    assetIds: readonly number[],
  ): Promise<void> {
    for (const invite of await this.invites.listPending(transaction, assetIds)) {
      const { status } = await this.lock(transaction, invite);
      if (status === 'pending') await this.close(transaction, actor, invite, 'cancelled');
    }
  }

  /** Transfers each asset; the former owner retains their permissions until they are revoked. */
  private async transferAll(transaction: Transaction, actor: UserActor, invite: Invite): Promise<void> {
    const now = this.clock.now();
    const { senderId, recipientId, recipient, sender } = invite;
    const transfers = await this.invites.listTransfersInTransaction(transaction, invite.id);
    let failures = 0;
    for (const { assetId } of transfers.sort((one, other) => one.assetId - other.assetId)) {
      const transferred = await this.invites.transferOwnership(transaction, assetId, {
        from: senderId,
        to: recipientId,
      });
      const transfer = { inviteId: invite.id, assetId };
      if (transferred === undefined) {
        failures += 1;
        const error = `${sender} no longer owns this project.`;
        await this.invites.setTransferStatus(transaction, transfer, { status: 'failed', error, now });
      } else {
        await this.permissions.grantToOwner(transaction, { ...transferred, ownerId: recipientId });
        await this.inheritance.refresh(transaction, [assetId]);
        await this.invites.setTransferStatus(transaction, transfer, { status: 'success', now });
        await this.recordTransfer(transaction, actor, assetId, {
          username: recipient,
          status: 'complete',
          owner: { old: sender, new: recipient },
        });
      }
    }
    await this.invites.setStatus(transaction, invite.id, failures > 0 ? 'failed' : 'complete', now);
    await this.messages.endInvite(transaction, invite.uid);
  }

  private async close(
    transaction: Transaction,
    actor: UserActor,
    { id, uid, recipient }: Invite,
    status: 'declined' | 'cancelled',
  ): Promise<void> {
    const now = this.clock.now();
    await this.invites.setStatus(transaction, id, status, now);
    await this.messages.endInvite(transaction, uid);
    for (const { assetId } of await this.invites.listTransfersInTransaction(transaction, id)) {
      await this.recordTransfer(transaction, actor, assetId, { username: recipient, status });
    }
    await this.invites.setTransferStatus(transaction, { inviteId: id }, { status: 'cancelled', now });
  }

  private async expire(): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.invites.listExpired(new Date(now.getTime() - INVITE_TTL_MS))) {
      await this.unitOfWork.run(async (transaction) => {
        if ((await this.invites.lock(transaction, id))?.status !== 'pending') return;
        await this.invites.setStatus(transaction, id, 'expired', now);
        for (const { assetId } of await this.invites.listTransfersInTransaction(transaction, id)) {
          await this.recordTransfer(transaction, SERVICE, assetId, { status: 'expired' });
        }
        await this.invites.setTransferStatus(transaction, { inviteId: id }, { status: 'expired', now });
      });
    }
  }

  private async find(actor: UserActor, uid: string): Promise<Invite> {
    return orNotFound(await this.invites.find(actor.id, uid));
  }

  private async lock(transaction: Transaction, { id }: Invite): Promise<Pick<Invite, 'status'>> {
    return orNotFound(await this.invites.lock(transaction, id));
  }

  private async findRecipient(actor: UserActor, username: string): Promise<Account> {
    const recipient = await this.accounts.findByUsername(username);
    if (recipient?.isActive !== true || recipient.id === this.accounts.anonymousUserId) {
      throw InvalidError.at('recipient', 'Invalid hyperlink - Object does not exist.');
    }
    // Message of KoboToolbox for an invite to oneself.
    if (recipient.id === actor.id) {
      throw InvalidError.at('recipient', 'Must not be in the same organization');
    }
    return recipient;
  }

  private async withTransfers(invites: readonly Invite[]): Promise<InviteView[]> {
    if (invites.length === 0) return [];
    const transfers = await this.invites.listTransfers(invites.map(({ id }) => id));
    return invites.map((invite) => ({
      ...invite,
      transfers: transfers.filter(({ inviteId }) => inviteId === invite.id),
    }));
  }

  private recordTransfer(
    transaction: Transaction,
    actor: UserActor | typeof SERVICE,
    assetId: number,
    metadata: object,
  ): Promise<void> {
    const event = { action: 'transfer', metadata: { ...metadata } } as const;
    return this.audit.recordAssetEvents(transaction, actor, assetId, [event]);
  }
}
