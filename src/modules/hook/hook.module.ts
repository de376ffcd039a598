import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { HookDeliveryEntity } from '../../database/entities/hook-delivery.entity';
import { HookEntity } from '../../database/entities/hook.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { PermissionModule } from '../permission/permission.module';
import { SubmissionModule } from '../submission/submission.module';
import { DeliveryBounds } from './delivery-bounds';
import { HookDeliveryQuery } from './hook-delivery.query';
import { HookDeliveryService } from './hook-delivery.service';
import { HookDispatchService } from './hook-dispatch.service';
import { HookListenerService } from './hook-listener.service';
import { HookLogController } from './hook-log.controller';
import { HookLogRepository } from './hook-log.repository';
import { HookLogService } from './hook-log.service';
import { HookMessageService } from './hook-message.service';
import { HookController } from './hook.controller';
import { HookRepository } from './hook.repository';
import { HookRetentionService } from './hook-retention.service';
import { HookService } from './hook.service';

/** Submissions on their way to other services. */
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
    HookListenerService,
    HookDeliveryQuery,
    HookDeliveryService,
    HookMessageService,
    HookDispatchService,
    HookRetentionService,
    DeliveryBounds,
  ],
})
export class HookModule {}
