import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetFileEntity } from '../../database/entities/asset-file.entity';
import { AuditModule } from '../audit/audit.module';
import { PermissionModule } from '../permission/permission.module';
import { ImageRenditionEntity } from '../../database/entities/image-rendition.entity';
import { AssetFileController } from './asset-file.controller';
import { AssetFileRepository } from './asset-file.repository';
import { AssetFileService } from './asset-file.service';
import { RemoteFileService } from './remote-file.service';
import { RenditionRepository } from './rendition.repository';
import { RenditionService } from './rendition.service';
import { StoredFileService } from './stored-file.service';

/** Asset files, image renditions, and reading of stored files. */
@Module({
  imports: [TypeOrmModule.forFeature([AssetFileEntity, ImageRenditionEntity]), AuditModule, PermissionModule],
  controllers: [AssetFileController],
  providers: [
    AssetFileService,
    AssetFileRepository,
    RemoteFileService,
    RenditionService,
    RenditionRepository,
    StoredFileService,
  ],
  exports: [AssetFileService, RenditionService, StoredFileService],
})
export class MediaModule {}
