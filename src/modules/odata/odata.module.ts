import { Module } from '@nestjs/common';
import { DeploymentModule } from '../deployment/deployment.module';
import { EntityModule } from '../entity/entity.module';
import { PermissionModule } from '../permission/permission.module';
import { SubmissionModule } from '../submission/submission.module';
import { ListOdataRepository } from './list-odata.repository';
import { ListOdataService } from './list-odata.service';
import { ListOdataController, OdataController } from './odata.controller';
import { OdataRepository } from './odata.repository';
import { OdataService } from './odata.service';
import { RowRenderer } from './row-renderer.service';

/** OData service for spreadsheets and BI tools. */
@Module({
  imports: [PermissionModule, DeploymentModule, SubmissionModule, EntityModule],
  controllers: [OdataController, ListOdataController],
  providers: [OdataService, OdataRepository, RowRenderer, ListOdataService, ListOdataRepository],
})
export class OdataModule {}
