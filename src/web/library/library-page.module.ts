import { Module } from '@nestjs/common';
import { AssetModule } from '../../modules/asset/asset.module';
import { AccountModule } from '../../modules/account/account.module';
import { LibraryController } from './library.controller';

/** Pages below `/library/`. */
@Module({ imports: [AssetModule, AccountModule], controllers: [LibraryController] })
export class LibraryPageModule {}
