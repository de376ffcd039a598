import { Module } from '@nestjs/common';
import { DeploymentModule } from '../deployment/deployment.module';
import { PermissionModule } from '../permission/permission.module';
import { SubmissionModule } from '../submission/submission.module';
import { OdataController } from './odata.controller';
import { OdataRepository } from './odata.repository';
import { OdataService } from './odata.service';
import { RowRenderer } from './row-renderer.service';

/** OData service for spreadsheets and BI tools. */
@Module({
  imports: [PermissionModule, DeploymentModule, SubmissionModule],
  controllers: [OdataController],
  providers: [OdataService, OdataRepository, RowRenderer],
})
export class OdataModule {}
