import { Body, Param } from '@nestjs/common';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { CollectorLinkService } from '../../modules/account/credential/collector-link.service';
import { handleForm, lineOf, type Sent, PageController, PostForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { Projects } from '../project/project-head';
import { PeopleReader } from './people-reader';
import { peoplePath, presentCreatedLink, presentPeople } from './people.page';

/** Collector links of a project. */
@PageController('projects/:uid/people/links')
export class CollectorLinkPageController {
  constructor(
    private readonly projects: Projects,
    private readonly people: PeopleReader,
    private readonly links: CollectorLinkService,
  ) {}

  @PostForm()
  @Requires('manage_asset')
  async create(
    access: AssetAccess<'manage_asset'>,
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Body() body: Sent,
  ) {
    const project = await this.projects.of(visitor.actor, access);
    return handleForm(async () => this.links.create(visitor.actor, access, lineOf(body, 'name')), {
      done: (link) => presentCreatedLink(visitor, project, link),
      invalid: async (errors) =>
        presentPeople(visitor, project, await this.people.of(visitor.actor, access), { errors }),
    });
  }

  @PostForm(':link/revoke')
  @Requires('manage_asset')
  async revoke(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: UserActor,
    @Param('link') uid: string,
  ) {
    await this.links.revoke(actor, access, uid);
    return presentRedirect(`${peoplePath({ uid: access.assetUid })}?done=revoked`);
  }
}
