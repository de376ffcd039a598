import { Module } from '@nestjs/common';
import { AccountModule } from '../../modules/account/account.module';
import { AssetModule } from '../../modules/asset/asset.module';
import { EntityModule } from '../../modules/entity/entity.module';
import { PermissionModule } from '../../modules/permission/permission.module';
import { BrowserFiles } from '../page/browser-files';
import { Projects } from '../project/project-head';
import { EntityListPageController } from './entity-list-page.controller';
import { ListProblemPageController } from './list-problem.controller';
import { ListMapController } from './list-map.controller';
import { UploadPageController } from './upload-page.controller';

/** Pages below `/library/lists/`, and the problems of a project with its lists. */
@Module({
  imports: [EntityModule, AccountModule, AssetModule, PermissionModule],
  providers: [Projects, BrowserFiles],
  controllers: [EntityListPageController, UploadPageController, ListMapController, ListProblemPageController],
})
export class EntityPageModule {}
