import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
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
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { AnswerInviteDto, CreateInviteDto, InviteDto, TransferDto } from './dto/invite.dto';
import { presentInvite, presentTransfer } from './invite.presenter';
import { OwnershipService } from './ownership.service';

const NOT_CONCERNED = 'There is no such offer, or it neither was made by the caller nor to them.';

@ApiTags('Ownership')
@Controller('api/v2/project-ownership/invites')
export class InviteController {
  constructor(private readonly ownership: OwnershipService) {}

  @Get()
  @SignedIn()
  @ApiOperation({ summary: 'Offers that the caller made or was made, newest first' })
  async list(
    @CurrentActor() actor: UserActor,
    @PageOf(InviteDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.ownership.list(actor, page.window), (invite) =>
      presentInvite(links, invite),
    );
  }

  @Post()
  @SignedIn()
  @ApiOperation({ summary: 'Offers own assets to somebody else' })
  @ApiCreatedResponse({ type: InviteDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  async offer(@CurrentActor() actor: UserActor, @Body() body: CreateInviteDto, @AnswerLinks() links: Links) {
    return created(presentInvite(links, await this.ownership.offer(actor, body.toInput())));
  }

  @Get(':invite')
  @SignedIn()
  @ApiOperation({ summary: 'One offer' })
  @ApiOkResponse({ type: InviteDto })
  @ApiNotFoundResponse({ description: NOT_CONCERNED })
  async show(@CurrentActor() actor: UserActor, @Param('invite') uid: string, @AnswerLinks() links: Links) {
    return presentInvite(links, await this.ownership.show(actor, uid));
  }

  @Patch(':invite')
  @SignedIn()
  @ApiOperation({ summary: 'Accepts or declines an offer, or takes it back' })
  @ApiOkResponse({ type: InviteDto })
  @ApiBadRequestResponse({ description: 'The offer was answered before.' })
  @ApiForbiddenResponse({ description: 'That is for the other side to say.' })
  @ApiNotFoundResponse({ description: NOT_CONCERNED })
  async answer(
    @CurrentActor() actor: UserActor,
    @Param('invite') uid: string,
    @Body() body: AnswerInviteDto,
    @AnswerLinks() links: Links,
  ) {
    return presentInvite(links, await this.ownership.answer(actor, uid, body.status));
  }

  @Delete(':invite')
  @HttpCode(204)
  @SignedIn()
  @ApiOperation({ summary: 'Forgets an offer of the caller; what was given stays given' })
  @ApiNoContentResponse()
  @ApiForbiddenResponse({ description: 'The offer was made to the caller, not by them.' })
  @ApiNotFoundResponse({ description: NOT_CONCERNED })
  remove(@CurrentActor() actor: UserActor, @Param('invite') uid: string) {
    return this.ownership.remove(actor, uid);
  }

  @Get(':invite/transfers/:transfer')
  @SignedIn()
  @ApiOperation({ summary: 'What became of one asset of an offer' })
  @ApiOkResponse({ type: TransferDto })
  @ApiNotFoundResponse({ description: NOT_CONCERNED })
  async transfer(
    @CurrentActor() actor: UserActor,
    @Param('invite') uid: string,
    @Param('transfer') transfer: string,
    @AnswerLinks() links: Links,
  ) {
    return presentTransfer(links, await this.ownership.showTransfer(actor, uid, transfer));
  }
}
