import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HookDeliveryEntity, HookEntity } from '../../database/entities/hook.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { PermissionModule } from '../permission/permission.module';
import { SubmissionModule } from '../submission/submission.module';
import { DeliveryOptions, HookDeliveryService, HookSubscriberService } from './hook-delivery.service';
import { HookDeliveryRepository, HookLogRepository, HookRepository } from './hook.repository';
import { HookDispatchService, HookRetentionService } from './hook-dispatch.service';
import { HookLogController, HookController } from './hook.controller';
import { HookLogService } from './hook-log.service';
import { HookMessageService } from './hook-message.service';
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
    HookDeliveryRepository,
    HookDeliveryService,
    HookMessageService,
    HookDispatchService,
    HookRetentionService,
    DeliveryOptions,
  ],
  exports: [HookService, HookLogService],
})
export class HookModule {}
