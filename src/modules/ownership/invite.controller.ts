import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import { type Links, ResponseLinks } from '../../http/url/links';
import { UpdateInviteDto, CreateInviteDto, InviteDto, ListInvitesDto, TransferDto } from './dto/invite.dto';
import { presentInvite, presentTransfer } from './invite.presenter';
import { OwnershipService } from './ownership.service';

const NOT_FOUND = 'The invite does not exist, or the caller is neither its sender nor its recipient.';

@ApiTags('Ownership')
@Controller('api/v2/project-ownership/invites')
export class InviteController {
  constructor(private readonly ownership: OwnershipService) {}

  @Get()
  @SignedIn()
  @ApiOperation({
    summary: 'List ownership invites',
    description: 'Sent or received by the caller, newest first.',
  })
  async listOwnershipInvites(
    @CurrentActor() actor: UserActor,
    @Query() query: ListInvitesDto,
    @PaginatedList(InviteDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.ownership.list(actor, page.window, query.toRole()), (invite) =>
      presentInvite(links, invite),
    );
  }

  @Post()
  @SignedIn()
  @ApiOperation({
    summary: 'Create an ownership invite',
    description: 'Invites another user to own assets of the caller. A pending invite expires after 14 days.',
  })
  @ApiCreatedResponse({ type: InviteDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  async createOwnershipInvite(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateInviteDto,
    @ResponseLinks() links: Links,
  ) {
    return created(presentInvite(links, await this.ownership.create(actor, body.toInput())));
  }

  @Get(':invite')
  @SignedIn()
  @ApiOperation({ summary: 'Get an ownership invite' })
  @ApiOkResponse({ type: InviteDto })
  @ApiNotFoundResponse({ description: NOT_FOUND })
  async getOwnershipInvite(
    @CurrentActor() actor: UserActor,
    @Param('invite') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentInvite(links, await this.ownership.get(actor, uid));
  }

  @Patch(':invite')
  @SignedIn()
  @ApiOperation({
    summary: 'Accept, decline or cancel an ownership invite',
    description: 'Accepting transfers the assets at once. The former owner retains their permissions.',
  })
  @ApiOkResponse({ type: InviteDto })
  @ApiBadRequestResponse({ description: 'The invite is no longer pending.' })
  @ApiForbiddenResponse({ description: 'The status is reserved for the other side.' })
  @ApiNotFoundResponse({ description: NOT_FOUND })
  async updateOwnershipInvite(
    @CurrentActor() actor: UserActor,
    @Param('invite') uid: string,
    @Body() body: UpdateInviteDto,
    @ResponseLinks() links: Links,
  ) {
    return presentInvite(links, await this.ownership.respond(actor, uid, body.status));
  }

  @Delete(':invite')
  @HttpCode(204)
  @SignedIn()
  @ApiOperation({
    summary: 'Delete an ownership invite',
    description: 'Cancels it if it is pending. Completed transfers are not undone.',
  })
  @ApiNoContentResponse()
  @ApiForbiddenResponse({ description: 'The caller is the recipient, not the sender.' })
  @ApiNotFoundResponse({ description: NOT_FOUND })
  deleteOwnershipInvite(@CurrentActor() actor: UserActor, @Param('invite') uid: string) {
    return this.ownership.remove(actor, uid);
  }

  @Get(':invite/transfers/:transfer')
  @SignedIn()
  @ApiOperation({ summary: 'Get the transfer of an asset' })
  @ApiOkResponse({ type: TransferDto })
  @ApiNotFoundResponse({ description: NOT_FOUND })
  async getOwnershipTransfer(
    @CurrentActor() actor: UserActor,
    @Param('invite') uid: string,
    @Param('transfer') transferUid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentTransfer(links, await this.ownership.getTransfer(actor, uid, transferUid));
  }
}
