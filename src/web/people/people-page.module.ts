import { Module } from '@nestjs/common';
import { AssetModule } from '../../modules/asset/asset.module';
import { AccountModule } from '../../modules/account/account.module';
import { DeploymentModule } from '../../modules/deployment/deployment.module';
import { PermissionModule } from '../../modules/permission/permission.module';
import { Projects } from '../project/project-head';
import { CollectorLinkPageController } from './collector-link-page.controller';
import { PeopleReader } from './people-reader';
import { PeopleController } from './people.controller';

/** Pages about the people of a project: permissions, public access, collector links. */
@Module({
  imports: [AssetModule, AccountModule, DeploymentModule, PermissionModule],
  providers: [Projects, PeopleReader],
  controllers: [PeopleController, CollectorLinkPageController],
})
export class PeoplePageModule {}
