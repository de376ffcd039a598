import { Module } from '@nestjs/common';
import { AssetModule } from '../../modules/asset/asset.module';
import { DeploymentModule } from '../../modules/deployment/deployment.module';
import { MediaModule } from '../../modules/media/media.module';
import { PermissionModule } from '../../modules/permission/permission.module';
import { AccountModule } from '../../modules/account/account.module';
import { SubmissionModule } from '../../modules/submission/submission.module';
import { BrowserFiles } from '../page/browser-files';
import { Projects } from '../project/project-head';
import { AnswerController } from './answer.controller';
import { SubmissionAbilities } from './selection-form';
import { DataForms } from './data-forms';
import { DataTableController } from './data-table.controller';
import { DeletedPageController } from './deleted.controller';
import { GalleryController } from './gallery.controller';
import { MapController } from './map.controller';
import { SubmissionPageController } from './submission.controller';
import { TableChangeController } from './table-change.controller';
import { TableRows } from './table-rows';

/** Pages of the submissions of a project. */
@Module({
  imports: [AssetModule, DeploymentModule, MediaModule, PermissionModule, AccountModule, SubmissionModule],
  providers: [Projects, DataForms, SubmissionAbilities, TableRows, BrowserFiles],
  // Changes come before `:id`, which matches their paths too.
  controllers: [
    DataTableController,
    GalleryController,
    MapController,
    TableChangeController,
    AnswerController,
    DeletedPageController,
    SubmissionPageController,
  ],
})
export class DataPageModule {}
