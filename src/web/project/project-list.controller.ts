import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { InvalidError } from '../../domain/errors';
import { INVITE_RESPONSES } from '../../domain/ownership/invite-status';
import { AssetListService } from '../../modules/asset/asset-list.service';
import { InAppMessageService } from '../../modules/account/message/in-app-message.service';
import { OwnershipService } from '../../modules/asset/ownership/ownership.service';
import { handleForm, type Sent, PageController, PostForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import {
  projectFilter,
  projectListing,
  readProjectListQuery,
  presentInvalidSearch,
  presentProjectList,
} from './project-list.page';
import { ProjectOffers, projectPath } from './project-head';

@PageController('projects')
export class ProjectListController {
  constructor(
    private readonly lists: AssetListService,
    private readonly offers: ProjectOffers,
    private readonly ownership: OwnershipService,
    private readonly messages: InAppMessageService,
  ) {}

  @Get()
  @SignedIn()
  async list(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() sent: Sent) {
    const query = readProjectListQuery(sent);
    return handleForm(
      () =>
        Promise.all([
          this.lists.list(visitor.actor, projectFilter(query), projectListing(query), query.window).read(),
          this.lists.deploymentCounts(visitor.actor, { scope: 'listed', assetType: 'survey' }),
          this.offers.received(visitor.actor),
          this.messages.listNew(visitor.actor),
        ]),
      {
        done: ([page, totals, offers, messages]) =>
          presentProjectList(visitor, query, { page, totals, offers, messages, sent }),
        invalid: (errors) => presentInvalidSearch(visitor, query, errors),
      },
    );
  }

  /** Closes a message of the operator. */
  @PostForm('messages/:message')
  @SignedIn()
  async close(@CurrentActor() actor: UserActor, @Param('message') uid: string) {
    await this.messages.interact(actor, uid, { acknowledged: true });
    return presentRedirect('/projects/');
  }

  /** Accepts or declines the offer of a project, or withdraws an own one. */
  @PostForm('invites/:invite')
  @SignedIn()
  async respond(@CurrentActor() actor: UserActor, @Param('invite') uid: string, @Body() body: Sent) {
    const response = INVITE_RESPONSES.find((each) => each === body['response']);
    if (response === undefined) throw new InvalidError('Choose whether to accept or decline the project.');
    const { transfers } = await this.ownership.respond(actor, uid, response);
    return presentRedirect(
      response === 'cancelled'
        ? projectPath(transfers[0]!.assetUid, '?done=withdrawn')
        : `/projects/?done=${response}`,
    );
  }
}
