import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { violatedConstraint } from '../../database/constraint-violation';
import { AssetSubscriptionEntity } from '../../database/entities/asset-subscription.entity';
import { InvalidError } from '../../domain/errors';

export type NewSubscription = Omit<AssetSubscriptionEntity, 'id'>;

@Injectable()
export class SubscriptionRepository {
  constructor(
    @InjectRepository(AssetSubscriptionEntity)
    private readonly subscriptions: Repository<AssetSubscriptionEntity>,
  ) {}

  /** @throws InvalidError on `asset` when the user is subscribed already */
  async insert(subscription: NewSubscription): Promise<void> {
    try {
      await this.subscriptions.insert(subscription);
    } catch (error) {
      if (violatedConstraint(error) !== 'asset_subscription_key') throw error;
      throw InvalidError.at('asset', 'You are subscribed to this collection already.');
    }
  }

  /** @returns whether the subscription existed */
  async remove(userId: number, uid: string): Promise<boolean> {
    const { affected } = await this.subscriptions.delete({ userId, uid });
    return affected === 1;
  }
}
