import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetSubscriptionEntity } from '../../database/entities/asset-subscription.entity';
import { AccountModule } from '../account/account.module';
import { SubscriptionController } from './subscription.controller';
import { SubscriptionQuery } from './subscription.query';
import { SubscriptionRepository } from './subscription.repository';
import { SubscriptionService } from './subscription.service';

@Module({
  imports: [TypeOrmModule.forFeature([AssetSubscriptionEntity]), AccountModule],
  controllers: [SubscriptionController],
  providers: [SubscriptionService, SubscriptionRepository, SubscriptionQuery],
})
export class SubscriptionModule {}
