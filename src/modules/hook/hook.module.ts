import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HookDeliveryEntity } from '../../database/entities/hook-delivery.entity';
import { HookEntity } from '../../database/entities/hook.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { PermissionModule } from '../permission/permission.module';
import { SubmissionModule } from '../submission/submission.module';
import { DeliveryOptions } from './delivery-options';
import { HookDeliveryQuery } from './hook-delivery.query';
import { HookDeliveryService } from './hook-delivery.service';
import { HookDispatchService } from './hook-dispatch.service';
import { HookSubscriberService } from './hook-subscriber.service';
import { HookLogController } from './hook-log.controller';
import { HookLogRepository } from './hook-log.repository';
import { HookLogService } from './hook-log.service';
import { HookMessageService } from './hook-message.service';
import { HookController } from './hook.controller';
import { HookRepository } from './hook.repository';
import { HookRetentionService } from './hook-retention.service';
import { HookService } from './hook.service';

/** Webhooks: sends submissions to endpoints of other services. */
@Module({
  imports: [
    TypeOrmModule.forFeature([HookEntity, HookDeliveryEntity]),
    AccountModule,
    AuditModule,
    PermissionModule,
    SubmissionModule,
  ],
  controllers: [HookController, HookLogController],
  providers: [
    HookService,
    HookRepository,
    HookLogService,
    HookLogRepository,
    HookSubscriberService,
    HookDeliveryQuery,
    HookDeliveryService,
    HookMessageService,
    HookDispatchService,
    HookRetentionService,
    DeliveryOptions,
  ],
  exports: [HookService, HookLogService],
})
export class HookModule {}
