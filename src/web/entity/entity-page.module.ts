import { Module } from '@nestjs/common';
import { AccountModule } from '../../modules/account/account.module';
import { EntityModule } from '../../modules/entity/entity.module';
import { EntityListPageController } from './entity-list-page.controller';

/** Pages below `/library/lists/`. */
@Module({ imports: [EntityModule, AccountModule], controllers: [EntityListPageController] })
export class EntityPageModule {}
