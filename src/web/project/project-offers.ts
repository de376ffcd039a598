import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../domain/account/actor';
import { type InviteView, OwnershipService } from '../../modules/ownership/ownership.service';
import { SINGLE_PAGE } from '../page/page';

/** Pending offers of projects from one owner to another. */
@Injectable()
export class ProjectOffers {
  constructor(private readonly ownership: OwnershipService) {}

  /** Offers that wait for the visitor. */
  async received(actor: UserActor): Promise<InviteView[]> {
    return (await this.pending(actor)).filter(({ recipientId }) => recipientId === actor.id);
  }

  /** The offer that the visitor made of this project. */
  async ofProject(actor: UserActor, assetUid: string): Promise<InviteView | undefined> {
    return (await this.pending(actor)).find(
      ({ senderId, transfers }) =>
        senderId === actor.id && transfers.some((transfer) => transfer.assetUid === assetUid),
    );
  }

  private async pending(actor: UserActor): Promise<InviteView[]> {
    const { items } = await this.ownership.list(actor, SINGLE_PAGE);
    return items.filter(({ status }) => status === 'pending');
  }
}
