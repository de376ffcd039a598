import { Module } from '@nestjs/common';
import { CopyReader } from '../../database/copy/copy-reader';
import { AccountModule } from '../account/account.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { PermissionModule } from '../permission/permission.module';
import { IntakeRepository } from './intake.repository';
import { IntakeService } from './intake.service';
import { SubmissionController } from './submission.controller';
import { SubmissionRepository } from './submission.repository';
import { SubmissionService } from './submission.service';

/** Collected data: taken in once, read as it was made ready then. */
@Module({
  imports: [AccountModule, PermissionModule, DeploymentModule],
  controllers: [SubmissionController],
  providers: [IntakeService, IntakeRepository, SubmissionService, SubmissionRepository, CopyReader],
  exports: [IntakeService, SubmissionService],
})
export class SubmissionModule {}
