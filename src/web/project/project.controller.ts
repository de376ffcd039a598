import { Body, Get, Query } from '@nestjs/common';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { InvalidError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { AssetDeletionService } from '../../modules/asset/lifecycle/asset-deletion.service';
import { EntityListService } from '../../modules/entity/entity-list.service';
import { DeploymentService } from '../../modules/deployment/deployment.service';
import { OwnershipService } from '../../modules/asset/ownership/ownership.service';
import {
  handleForm,
  type FormOutcome,
  type Sent,
  textOf,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects, ProjectOffers, projectName, projectPath } from './project-head';
import { RecentSubmissions } from './recent-submissions';
import { presentSummary } from './summary.page';
import { AbortOnDisconnect } from '../../http/reply';

type Viewed = AssetAccess<'view_asset' | 'change_asset' | 'manage_asset'>;

/** Summary of a project, and what its managers do with it as a whole. */
@PageController('projects/:uid')
export class ProjectController {
  constructor(
    private readonly projects: Projects,
    private readonly submissions: RecentSubmissions,
    private readonly deployments: DeploymentService,
    private readonly deletions: AssetDeletionService,
    private readonly lists: EntityListService,
    private readonly ownership: OwnershipService,
    private readonly offers: ProjectOffers,
  ) {}

  @Get()
  @Requires('view_asset', { family: 'asset-detail' })
  async summary(
    access: AssetAccess<'view_asset'>,
    @CurrentVisitor() visitor: Visitor,
    @Query() query: Sent,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return this.present(visitor, access, signal, { query });
  }

  @PostForm('archive')
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async archive(access: AssetAccess<'change_asset'>, @CurrentActor() actor: UserActor) {
    await this.deployments.setActive(actor, access, false);
    return presentRedirect(projectPath(access.assetUid, '?done=archived'));
  }

  @PostForm('activate')
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async activate(access: AssetAccess<'change_asset'>, @CurrentActor() actor: UserActor) {
    await this.deployments.setActive(actor, access, true);
    return presentRedirect(projectPath(access.assetUid, '?done=activated'));
  }

  @PostForm('transfer')
  @Requires('manage_asset', { see: 'view_asset', family: 'asset-detail' })
  transfer(
    access: AssetAccess<'manage_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    const recipient = textOf(body['recipient']).trim();
    return handleForm(() => this.ownership.create(visitor.actor, { recipient, assets: [access.assetUid] }), {
      done: () => presentRedirect(projectPath(access.assetUid, '?done=offered')),
      invalid: (errors) => this.present(visitor, access, signal, { errors }),
    });
  }

  @PostForm('delete')
  @Requires('manage_asset', { see: 'view_asset', family: 'asset-detail' })
  delete(
    access: AssetAccess<'manage_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return handleForm(() => this.deleteNamed(visitor.actor, access, textOf(body['name'])), {
      done: () => presentRedirect('/projects/?done=deleted'),
      invalid: (errors) => this.present(visitor, access, signal, { errors }),
    });
  }

  /** @throws InvalidError unless the name of the project was typed */
  private async deleteNamed(
    actor: UserActor,
    access: AssetAccess<'manage_asset'>,
    name: string,
  ): Promise<void> {
    const project = await this.projects.of(actor, access);
    if (comparable(name) !== comparable(projectName(project))) {
      throw InvalidError.at('name', 'This is not the name of the project. Nothing was deleted.');
    }
    await this.deletions.delete(actor, access);
  }

  private async present(visitor: Visitor, access: Viewed, signal: AbortSignal, outcome: FormOutcome) {
    const { actor } = visitor;
    const project = await this.projects.of(actor, access);
    const [activity, offer, lists] = await Promise.all([
      project.active === null ? undefined : this.submissions.of(visitor, access, signal),
      project.isOwner && actor.kind === 'user' ? this.offers.ofProject(actor, project.uid) : undefined,
      project.held.has('manage_asset') ? this.lists.usedBy(access) : [],
    ]);
    return presentSummary(visitor, { project, activity, offer, lists }, outcome);
  }
}

/** Browsers show neighbouring white space as one space. */
function comparable(name: string): string {
  return name.replace(/\s+/g, ' ').trim();
}
