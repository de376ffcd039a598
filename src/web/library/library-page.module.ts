import { Module } from '@nestjs/common';
import { AssetModule } from '../../modules/asset/asset.module';
import { SessionModule } from '../../modules/session/session.module';
import { LibraryController } from './library.controller';

/** Pages below `/library/`. */
@Module({ imports: [AssetModule, SessionModule], controllers: [LibraryController] })
export class LibraryPageModule {}
