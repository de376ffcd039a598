import { Get, Query } from '@nestjs/common';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from './project-head';
import { presentSummary } from './summary.page';

/** Summary of a project. */
@PageController('projects/:uid')
export class ProjectController {
  constructor(private readonly projects: Projects) {}

  @Get()
  @Requires('view_asset', { family: 'asset-detail' })
  async summary(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Readonly<Record<string, unknown>>,
  ) {
    return presentSummary(visitor, await this.projects.of(actor, access), query);
  }
}
