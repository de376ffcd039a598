import { Module } from '@nestjs/common';
import { AssetModule } from '../../modules/asset/asset.module';
import { SessionModule } from '../../modules/session/session.module';
import { Projects } from './project-head';
import { ProjectListController } from './project-list.controller';
import { ProjectController } from './project.controller';

/** Pages below `/projects/`. */
@Module({
  imports: [AssetModule, SessionModule],
  providers: [Projects],
  // The list comes first: `:uid` matches its paths too.
  controllers: [ProjectListController, ProjectController],
})
export class ProjectPageModule {}
