import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { type Transaction, UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import { SERVICE, type UserActor } from '../../domain/account/actor';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { DeniedError, InvalidError, NotFoundError } from '../../domain/errors';
import { assertMayAnswer, type InviteAnswer } from '../../domain/ownership/invite-status';
import type { Page, PageWindow } from '../../domain/page';
import { JobRegistry } from '../../jobs/job-queue.port';
import { type Account, AccountService } from '../account/account.service';
import { AuditService } from '../audit/audit.service';
import { InheritanceService } from '../permission/inheritance.service';
import { PermissionService } from '../permission/permission.service';
import { type Invite, InviteRepository, type Transfer } from './invite.repository';

/** An offer with the projects that it is about. */
export interface InviteView extends Invite {
  readonly transfers: readonly Transfer[];
}

export interface NewInvite {
  readonly recipient: string;
  /** Uids of assets. */
  readonly assets: readonly string[];
}

export type { Transfer };

const DAY_MS = 24 * 60 * 60_000;
const EXPIRES_AFTER_MS = 14 * DAY_MS;
const HOUR_MS = 60 * 60_000;

/** Projects change hands when the one who owns them offers and the other one accepts (contract-assets 7.10). */
@Injectable()
export class OwnershipService implements OnModuleInit {
  constructor(
    private readonly invites: InviteRepository,
    private readonly accounts: AccountService,
    private readonly permissions: PermissionService,
    private readonly inheritance: InheritanceService,
    private readonly audit: AuditService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'expire offers that nobody answers',
      everyMs: HOUR_MS,
      run: () => this.expire(),
    });
  }

  async list(actor: UserActor, window: PageWindow): Promise<Page<InviteView>> {
    const { count, items } = await this.invites.list(actor.id, window);
    return { count, items: await this.withTransfers(items) };
  }

  /** @throws NotFoundError for an offer that neither was made by the caller nor to them */
  async show(actor: UserActor, uid: string): Promise<InviteView> {
    const [view] = await this.withTransfers([await this.find(actor, uid)]);
    return view!;
  }

  async showTransfer(actor: UserActor, uid: string, transferUid: string): Promise<[InviteView, Transfer]> {
    const invite = await this.show(actor, uid);
    const transfer = invite.transfers.find((each) => each.uid === transferUid);
    if (transfer === undefined) throw new NotFoundError();
    return [invite, transfer];
  }

  /** @throws InvalidError for what can't be given, or nobody to give it to */
  async offer(actor: UserActor, { recipient: username, assets }: NewInvite): Promise<InviteView> {
    const recipient = await this.recipientOf(actor, username);
    const wanted = [...new Set(assets)];
    const own = await this.invites.ownAssets(actor.id, wanted);
    if (own.length < wanted.length) {
      throw new InvalidError({ assets: ['You must be the owner of each project you want to transfer'] });
    }
    const offered = await this.invites.offered(own.map(({ id }) => id));
    if (offered.length > 0) {
      throw new InvalidError({
        assets: offered.map((uid) => `Project \`${uid}\` cannot be transferred. Current status: pending`),
      });
    }
    const uid = makeUid(UID_PREFIX.ownershipInvite, randomBytes);
    const now = this.clock.now();
    const transfers = own
      .sort((one, other) => wanted.indexOf(one.uid) - wanted.indexOf(other.uid))
      .map(({ id: assetId }) => ({ uid: makeUid(UID_PREFIX.ownershipTransfer, randomBytes), assetId }));
    await this.unitOfWork.run(async (transaction) => {
      const sides = { senderId: actor.id, recipientId: recipient.id };
      const invite = { uid, ...sides, status: 'pending', dateCreated: now, dateModified: now } as const;
      await this.invites.insert(transaction, invite, transfers);
      for (const { assetId } of transfers) {
        await this.tell(transaction, actor, assetId, { username: recipient.username, status: 'pending' });
      }
    });
    return this.show(actor, uid);
  }

  /** Accepts or declines what was offered, or takes an offer back. */
  async answer(actor: UserActor, uid: string, answer: InviteAnswer): Promise<InviteView> {
    const invite = await this.find(actor, uid);
    await this.unitOfWork.run(async (transaction) => {
      if (answer === 'accepted') await this.inheritance.begin(transaction);
      const { status } = await this.locked(transaction, invite);
      assertMayAnswer({ ...invite, status }, actor.id, answer);
      if (answer === 'accepted') await this.giveAll(transaction, actor, invite);
      else await this.leaveAll(transaction, actor, invite, answer);
    });
    return this.show(actor, uid);
  }

  /**
   * Forgets an offer; what was given stays given.
   * @throws DeniedError for whom the offer was made to
   */
  async remove(actor: UserActor, uid: string): Promise<void> {
    const invite = await this.find(actor, uid);
    if (invite.senderId !== actor.id) throw new DeniedError();
    await this.unitOfWork.run(async (transaction) => {
      const { status } = await this.locked(transaction, invite);
      if (status === 'pending') await this.leaveAll(transaction, actor, invite, 'cancelled');
      await this.invites.remove(transaction, invite.id);
    });
  }

  /** What is going to be deleted is offered to nobody any more, nor is what was offered together with it. */
  async withdrawOffersOf(
    transaction: Transaction,
    actor: UserActor,
    assetIds: readonly number[],
  ): Promise<void> {
    for (const invite of await this.invites.pendingOf(transaction, assetIds)) {
      const { status } = await this.locked(transaction, invite);
      if (status === 'pending') await this.leaveAll(transaction, actor, invite, 'cancelled');
    }
  }

  /** Each project goes to the recipient, with everything; its giver keeps what was held before, to be taken away at will. */
  private async giveAll(transaction: Transaction, actor: UserActor, invite: Invite): Promise<void> {
    const now = this.clock.now();
    const { senderId, recipientId, recipient, sender } = invite;
    const transfers = await this.invites.transfersIn(transaction, invite.id);
    let failures = 0;
    for (const { assetId } of transfers.sort((one, other) => one.assetId - other.assetId)) {
      const given = await this.invites.give(transaction, assetId, { from: senderId, to: recipientId });
      const where = { inviteId: invite.id, assetId };
      if (given === undefined) {
        failures += 1;
        const error = `${sender} does not own this project any more.`;
        await this.invites.settleTransfers(transaction, where, { status: 'failed', error, now });
      } else {
        await this.permissions.grantToOwner(transaction, { ...given, ownerId: recipientId });
        await this.inheritance.refresh(transaction, [assetId]);
        await this.invites.settleTransfers(transaction, where, { status: 'success', now });
        await this.tell(transaction, actor, assetId, {
          username: recipient,
          status: 'complete',
          owner: { old: sender, new: recipient },
        });
      }
    }
    await this.invites.settle(transaction, invite.id, failures > 0 ? 'failed' : 'complete', now);
  }

  private async leaveAll(
    transaction: Transaction,
    actor: UserActor,
    { id, recipient }: Invite,
    answer: 'declined' | 'cancelled',
  ): Promise<void> {
    const now = this.clock.now();
    await this.invites.settle(transaction, id, answer, now);
    for (const { assetId } of await this.invites.transfersIn(transaction, id)) {
      await this.tell(transaction, actor, assetId, { username: recipient, status: answer });
    }
    await this.invites.settleTransfers(transaction, { inviteId: id }, { status: 'cancelled', now });
  }

  private async expire(): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.invites.unanswered(new Date(now.getTime() - EXPIRES_AFTER_MS))) {
      await this.unitOfWork.run(async (transaction) => {
        if ((await this.invites.lock(transaction, id))?.status !== 'pending') return;
        await this.invites.settle(transaction, id, 'expired', now);
        for (const { assetId } of await this.invites.transfersIn(transaction, id)) {
          await this.tell(transaction, SERVICE, assetId, { status: 'expired' });
        }
        await this.invites.settleTransfers(transaction, { inviteId: id }, { status: 'expired', now });
      });
    }
  }

  private async find(actor: UserActor, uid: string): Promise<Invite> {
    const invite = await this.invites.find(actor.id, uid);
    if (invite === undefined) throw new NotFoundError();
    return invite;
  }

  private async locked(transaction: Transaction, { id }: Invite): Promise<Pick<Invite, 'status'>> {
    const invite = await this.invites.lock(transaction, id);
    if (invite === null) throw new NotFoundError();
    return invite;
  }

  private async recipientOf(actor: UserActor, username: string): Promise<Account> {
    const recipient = await this.accounts.findByUsername(username);
    if (recipient?.isActive !== true || recipient.id === this.accounts.anonymousUserId) {
      throw new InvalidError({ recipient: ['Invalid hyperlink - Object does not exist.'] });
    }
    // In the words of the peer: whoever offers something to themselves.
    if (recipient.id === actor.id) {
      throw new InvalidError({ recipient: ['Must not be in the same organization'] });
    }
    return recipient;
  }

  private async withTransfers(invites: readonly Invite[]): Promise<InviteView[]> {
    if (invites.length === 0) return [];
    const transfers = await this.invites.transfersOf(invites.map(({ id }) => id));
    return invites.map((invite) => ({
      ...invite,
      transfers: transfers.filter(({ inviteId }) => inviteId === invite.id),
    }));
  }

  private tell(
    transaction: Transaction,
    actor: UserActor | typeof SERVICE,
    assetId: number,
    metadata: object,
  ): Promise<void> {
    const event = { action: 'transfer', metadata: { ...metadata } } as const;
    return this.audit.tell(transaction, actor, assetId, [event]);
  }
}
