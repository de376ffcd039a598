import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OwnershipInviteEntity } from '../../database/entities/ownership-invite.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { InAppMessageModule } from '../in-app-message/in-app-message.module';
import { PermissionModule } from '../permission/permission.module';
import { InviteController } from './invite.controller';
import { InviteRepository } from './invite.repository';
import { OwnershipService } from './ownership.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([OwnershipInviteEntity]),
    AccountModule,
    AuditModule,
    PermissionModule,
    InAppMessageModule,
  ],
  controllers: [InviteController],
  providers: [OwnershipService, InviteRepository],
  exports: [OwnershipService],
})
export class OwnershipModule {}
