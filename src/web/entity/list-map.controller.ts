import { Get, Param, Query } from '@nestjs/common';
import { SignedIn } from '../../authorization/policy';
import { Environment } from '../../config/environment';
import { mapTiles } from '../../config/map-tiles';
import type { UserActor } from '../../domain/account/actor';
import { EntityListService } from '../../modules/entity/entity-list.service';
import { EntityService } from '../../modules/entity/entity.service';
import { BrowserFiles } from '../page/browser-files';
import { PageController, type Sent } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { readListQuery } from './entity-list.page';
import { presentListMap } from './list-map.page';

/** Map of a list; its script reads the places from the API. */
@PageController('library/lists/:list/map')
export class ListMapController {
  constructor(
    private readonly lists: EntityListService,
    private readonly entities: EntityService,
    private readonly files: BrowserFiles,
    private readonly environment: Environment,
  ) {}

  @Get()
  @SignedIn()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('list') uid: string, @Query() sent: Sent) {
    const [list, properties] = await Promise.all([
      this.lists.show(visitor.actor, uid),
      this.entities.placeProperties(visitor.actor, uid),
    ]);
    return presentListMap(visitor, list, {
      query: readListQuery(sent),
      properties,
      chosen: properties.find((name) => name === sent['property']) ?? properties[0],
      tiles: mapTiles(this.environment),
      scripts: this.files.tags('map'),
    });
  }
}
