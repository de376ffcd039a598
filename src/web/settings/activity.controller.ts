import { Get, Query } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AuditService } from '../../modules/audit/audit.service';
import { PageController } from '../page/page-controller';
import { readStart, type Sent } from '../page/sent-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { presentActivity } from './activity.page';

const ENTRIES_PER_PAGE = 50;

/** History of a project. */
@PageController('projects/:uid/settings/activity')
export class ActivityController {
  constructor(
    private readonly projects: Projects,
    private readonly audit: AuditService,
  ) {}

  @Get()
  @Requires('manage_asset', { family: 'history' })
  async list(
    access: AssetAccess<'manage_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Query() query: Sent,
  ) {
    const window = { start: readStart(query), limit: ENTRIES_PER_PAGE };
    const { items, count } = await this.audit.listProject(access, undefined, window);
    return presentActivity(visitor, await this.projects.of(visitor.actor, access), items, {
      ...window,
      count,
    });
  }
}
