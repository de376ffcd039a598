import { Module } from '@nestjs/common';
import { AssetModule } from '../../modules/asset/asset.module';
import { AccountModule } from '../../modules/account/account.module';
import { DeploymentModule } from '../../modules/deployment/deployment.module';
import { ImportModule } from '../../modules/import/import.module';
import { PermissionModule } from '../../modules/permission/permission.module';
import { BrowserFiles } from '../page/browser-files';
import { ProjectPageModule } from '../project/project-page.module';
import { Collections } from './collections';
import { LibraryController } from './library.controller';
import { SaveItemController } from './save-item.controller';

/** Pages below `/library/`. */
@Module({
  imports: [AssetModule, AccountModule, DeploymentModule, ImportModule, PermissionModule, ProjectPageModule],
  providers: [BrowserFiles, Collections],
  controllers: [LibraryController, SaveItemController],
})
export class LibraryPageModule {}
