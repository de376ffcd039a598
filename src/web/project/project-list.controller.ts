import { Body, Get, Param, Query } from '@nestjs/common';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { AssetSubmissionCounts } from '../../domain/asset/asset-status';
import { InvalidError } from '../../domain/errors';
import { INVITE_RESPONSES } from '../../domain/ownership/invite-status';
import {
  AssetListService,
  type AssetPage,
  type DeploymentCounts,
} from '../../modules/asset/asset-list.service';
import { InAppMessageService } from '../../modules/account/message/in-app-message.service';
import { OwnershipService } from '../../modules/asset/ownership/ownership.service';
import { ResponseCache } from '../../http/response-cache/response-cache';
import { handleForm, type Sent, PageController, PostForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import {
  type ProjectListQuery,
  projectFilter,
  projectListing,
  readProjectListQuery,
  presentInvalidSearch,
  presentProjectList,
} from './project-list.page';
import { ProjectOffers, projectPath } from './project-head';

/** Of objects in memory, to their JSON. */
const BYTES_PER_CHARACTER = 3;
/** An object of three numbers. */
const TOTALS_BYTES = 100;

@PageController('projects')
export class ProjectListController {
  constructor(
    private readonly lists: AssetListService,
    private readonly responses: ResponseCache,
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
          this.page(visitor.actor, query),
          this.totals(visitor.actor),
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

  private async page(actor: UserActor, query: ProjectListQuery): Promise<AssetPage> {
    const read = this.lists.list(actor, projectFilter(query), projectListing(query), query.window);
    const { body, submissionCounts } = await this.responses.get(read, ['page'], (page) => ({
      page,
      countedAssetIds: page.items.map(({ id }) => id),
      byteSize: BYTES_PER_CHARACTER * JSON.stringify(page.items).length,
    }));
    if (submissionCounts === undefined) return body.page;
    return { ...body.page, submissionCounts: new AssetSubmissionCounts(submissionCounts) };
  }

  private async totals(actor: UserActor): Promise<DeploymentCounts> {
    const read = this.lists.deploymentCounts(actor, { scope: 'listed', assetType: 'survey' });
    const { body } = await this.responses.get(read, ['page'], (totals) => ({
      totals,
      byteSize: TOTALS_BYTES,
    }));
    return body.totals;
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
    return handleForm(() => this.ownership.respond(actor, uid, response), {
      done: ({ transfers }) =>
        presentRedirect(
          response === 'cancelled'
            ? projectPath(transfers[0]!.assetUid, '?done=withdrawn')
            : `/projects/?done=${response}`,
        ),
      // The other side was faster, or this one pressed the button twice.
      invalid: () => presentRedirect('/projects/?done=ended'),
    });
  }
}
