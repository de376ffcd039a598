import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AttachmentEntity } from '../../database/entities/attachment.entity';
import { AccountModule } from '../account/account.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { MediaModule } from '../media/media.module';
import { PermissionModule } from '../permission/permission.module';
import { IntakeQuery } from './intake.query';
import { IntakeRepository } from './intake.repository';
import { IntakeService } from './intake.service';
import { SubmissionController } from './submission.controller';
import { SubmissionPageQuery } from './submission-page.query';
import { SubmissionQuery } from './submission.query';
import { SubmissionService } from './submission.service';

/** Collected data: taken in once, read as it was made ready then. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AttachmentEntity]),
    AccountModule,
    PermissionModule,
    MediaModule,
    DeploymentModule,
  ],
  controllers: [SubmissionController],
  providers: [
    IntakeService,
    IntakeQuery,
    IntakeRepository,
    SubmissionService,
    SubmissionQuery,
    SubmissionPageQuery,
  ],
  exports: [IntakeService, SubmissionService],
})
export class SubmissionModule {}
