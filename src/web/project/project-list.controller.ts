import { Get, Query } from '@nestjs/common';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { Rendering } from '../../domain/text/rendering';
import { AssetListService, type AssetPage } from '../../modules/asset/asset-list.service';
import { handleForm } from '../page/handle-form';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { projectFilter, projectListing, readProjectListQuery } from './project-list-query';
import { type ProjectListRows, presentInvalidSearch, presentProjectList } from './project-list.page';

/** Estimate of an asset in memory. */
const BYTES_PER_ASSET = 4_000;

const ROWS: Rendering<AssetPage, ProjectListRows> = {
  name: 'project-list',
  of: (page) => ({ page, byteSize: (page.items.length + 1) * BYTES_PER_ASSET }),
};

@PageController('projects')
export class ProjectListController {
  constructor(private readonly lists: AssetListService) {}

  @Get()
  @SignedIn()
  async list(
    @CurrentActor() actor: UserActor,
    @CurrentVisitor() visitor: Visitor,
    @Query() sent: Readonly<Record<string, unknown>>,
  ) {
    const query = readProjectListQuery(sent);
    return handleForm(
      () =>
        Promise.all([
          this.lists.list(actor, projectFilter(query), projectListing(query), query.window, ROWS),
          this.lists.deploymentCounts(actor, { scope: 'listed', assetType: 'survey' }),
        ]),
      {
        done: ([found, totals]) => presentProjectList(visitor, query, { ...found, totals, sent }),
        invalid: (errors) => presentInvalidSearch(visitor, query, errors),
      },
    );
  }
}
