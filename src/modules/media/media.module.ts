import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetFileEntity } from '../../database/entities/asset-file.entity';
import { PermissionModule } from '../permission/permission.module';
import { AssetFileController } from './asset-file.controller';
import { AssetFileRepository } from './asset-file.repository';
import { AssetFileService } from './asset-file.service';
import { StoredFileService } from './stored-file.service';

/** Files that go out with forms, and all stored files on their way out. */
@Module({
  imports: [TypeOrmModule.forFeature([AssetFileEntity]), PermissionModule],
  controllers: [AssetFileController],
  providers: [AssetFileService, AssetFileRepository, StoredFileService],
  exports: [AssetFileService, StoredFileService],
})
export class MediaModule {}
