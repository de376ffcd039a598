import { Get, Query } from '@nestjs/common';
import { Requires } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { EntityService } from '../../modules/entity/entity.service';
import { PageController, readStart, type Sent } from '../page/handle-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { presentListProblems } from './list-problem.page';

const PROBLEMS_PER_PAGE = 50;

/** Submissions of a project that did not reach the lists that the form saves to. */
@PageController('projects/:uid/list-problems')
export class ListProblemPageController {
  constructor(
    private readonly projects: Projects,
    private readonly entities: EntityService,
  ) {}

  @Get()
  @Requires('view_asset', { also: 'view_submissions' })
  async listProblems(
    access: AssetAccess<'view_asset'>,
    @CurrentVisitor() visitor: Visitor,
    @Query() sent: Sent,
  ) {
    const window = { start: readStart(sent), limit: PROBLEMS_PER_PAGE };
    const page = await this.entities.problems(access, window);
    return presentListProblems(visitor, await this.projects.of(visitor.actor, access), {
      ...page,
      ...window,
    });
  }
}
