import { Module } from '@nestjs/common';
import { AssetModule } from '../../modules/asset/asset.module';
import { DeploymentModule } from '../../modules/deployment/deployment.module';
import { SessionModule } from '../../modules/session/session.module';
import { SubmissionModule } from '../../modules/submission/submission.module';
import { BrowserFiles } from '../page/browser-files';
import { Projects } from '../project/project-head';
import { DataForms } from './data-forms';
import { DataTableController } from './data-table.controller';
import { TableRows } from './table-rows';

/** Pages of the submissions of a project. */
@Module({
  imports: [AssetModule, DeploymentModule, SessionModule, SubmissionModule],
  providers: [Projects, DataForms, TableRows, BrowserFiles],
  controllers: [DataTableController],
})
export class DataPageModule {}
