import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ProjectViewEntity } from '../../database/entities/project-view.entity';
import { ProjectViewUserEntity } from '../../database/entities/project-view-user.entity';
import { AccountModule } from '../account/account.module';
import { ProjectViewExportController } from './project-view-export.controller';
import { ProjectViewController } from './project-view.controller';
import { ProjectViewQuery } from './project-view.query';
import { ProjectViewRepository } from './project-view.repository';
import { ProjectViewService } from './project-view.service';

/** Read-only views of the projects and users of some countries (decision 138). */
@Module({
  imports: [TypeOrmModule.forFeature([ProjectViewEntity, ProjectViewUserEntity]), AccountModule],
  controllers: [ProjectViewController, ProjectViewExportController],
  providers: [ProjectViewService, ProjectViewRepository, ProjectViewQuery],
})
export class ProjectViewModule {}
