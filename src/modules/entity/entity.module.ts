import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import {
  EntityEntity,
  EntityListEntity,
  EntityListUseEntity,
  EntityProblemEntity,
  EntityVersionEntity,
} from '../../database/entities/entity.entity';
import { AssetModule } from '../asset/asset.module';
import { EntityFileService } from './entity-file.service';
import { EntityRepository } from './entity.repository';
import { EntityIntakeRepository } from './entity-intake.repository';
import { EntityIntakeService } from './entity-intake.service';
import { EntityListController, EntityProblemController } from './entity-list.controller';
import { EntityListService } from './entity-list.service';
import { EntityController } from './entity.controller';
import { EntityService } from './entity.service';
import { EntityUploadFileService } from './entity-upload-file.service';
import { EntityUploadRepository, PendingChangeRepository } from './pending-change.repository';
import { EntityUploadService } from './entity-upload.service';
import { EntityListRepository } from './entity-list.repository';
import { FormListService } from './form-list.service';
import { MovedEntityRepository } from './moved-entity.repository';
import { MovedEntityService } from './moved-entity.service';

/** Lists of entities that submissions create and update, and that forms read. */
@Module({
  imports: [
    TypeOrmModule.forFeature([
      EntityEntity,
      EntityListEntity,
      EntityListUseEntity,
      EntityProblemEntity,
      EntityVersionEntity,
    ]),
    AssetModule,
  ],
  controllers: [EntityListController, EntityController, EntityProblemController],
  providers: [
    EntityListService,
    EntityService,
    EntityListRepository,
    EntityRepository,
    EntityIntakeRepository,
    PendingChangeRepository,
    EntityIntakeService,
    EntityFileService,
    EntityUploadRepository,
    EntityUploadService,
    EntityUploadFileService,
    FormListService,
    MovedEntityRepository,
    MovedEntityService,
  ],
  exports: [
    EntityListService,
    EntityService,
    EntityIntakeService,
    EntityFileService,
    EntityUploadFileService,
    FormListService,
    MovedEntityService,
  ],
})
export class EntityModule {}
