import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, Requires, Priority } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  CollectorLinkService,
  type CreatedCollectorLink,
} from '../../modules/account/credential/collector-link.service';
import { PermissionService } from '../../modules/permission/permission.service';
import { SubmissionService } from '../../modules/submission/read/submission.service';
import {
  type FormErrors,
  handleForm,
  type Sent,
  textOf,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { type CollectView, presentCollect, presentSenders } from './collect.page';
import { Projects, projectPath } from './project-head';

/** How people send submissions: web forms, apps, and collector links. */
@PageController('projects/:uid/collect')
export class CollectController {
  constructor(
    private readonly projects: Projects,
    private readonly permissions: PermissionService,
    private readonly submissions: SubmissionService,
    private readonly links: CollectorLinkService,
  ) {}

  @Get()
  @Requires('view_asset', { family: 'asset-detail' })
  async show(access: AssetAccess<'view_asset'>, @CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    return this.present(visitor, access, { query });
  }

  /** Responds with the page instead of a redirect: the key is known only now. */
  @PostForm('links')
  @Requires('manage_asset', { see: 'view_asset' })
  create(access: AssetAccess<'manage_asset'>, @CurrentVisitor() visitor: Visitor, @Body() body: Sent) {
    const name = textOf(body['name']).trim();
    return handleForm<CreatedCollectorLink>(() => this.links.create(visitor.actor, access, name), {
      done: (created) => this.present(visitor, access, { created }),
      invalid: (errors) => this.present(visitor, access, { errors }),
    });
  }

  @PostForm('links/:link/revoke')
  @Requires('manage_asset', { see: 'view_asset' })
  async revoke(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: Actor,
    @Param('link') uid: string,
  ) {
    await this.links.revoke(actor, access, uid);
    return presentRedirect(projectPath(access.assetUid, 'collect/?done=revoked'));
  }

  @Get('senders')
  @Priority('limited')
  @Requires('view_submissions', { see: 'view_asset' })
  async senders(access: AssetAccess<'view_submissions'>, @CurrentVisitor() visitor: Visitor) {
    const [project, counts] = await Promise.all([
      this.projects.of(visitor.actor, access),
      this.submissions.countsByUser(access),
    ]);
    return presentSenders(visitor, project, counts);
  }

  private async present(
    visitor: Visitor,
    access: AssetAccess<'view_asset' | 'manage_asset'>,
    { created, ...outcome }: { query?: Sent; errors?: FormErrors; created?: CreatedCollectorLink },
  ) {
    const { actor } = visitor;
    const [project, managing] = await Promise.all([
      this.projects.of(actor, access),
      this.permissions.authorize(actor, access.assetUid, 'manage_asset'),
    ]);
    const links = managing && (await this.links.list(managing, SINGLE_PAGE));
    const own = actor.kind === 'user' ? actor.username : undefined;
    const username = usernameOf(project, textOf(outcome.query?.['user'])) ?? own;
    return presentCollect(visitor, { project, username, links: links?.items, created }, outcome);
  }
}

/** A username that the page offers; others count as absent. */
function usernameOf({ assignments }: CollectView['project'], requested: string): string | undefined {
  return assignments.find(({ username }) => username === requested)?.username;
}
