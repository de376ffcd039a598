import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { InAppMessageDto, PatchInAppMessageDto } from './dto/in-app-message.dto';
import { presentInAppMessage } from './in-app-message.presenter';
import { InAppMessageService } from './in-app-message.service';

/** Messages to users, at the paths of KoboToolbox. */
@ApiTags('Account')
@Controller('help/in_app_messages')
export class InAppMessageController {
  constructor(private readonly messages: InAppMessageService) {}

  @Get()
  @SignedIn()
  @ApiOperation({
    summary: 'List messages to the caller',
    description: 'Messages of the operator to all users, and about transfers of projects; newest first.',
  })
  async listInAppMessages(
    @CurrentActor() actor: UserActor,
    @PaginatedList(InAppMessageDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.messages.list(actor, page.window), (message) =>
      presentInAppMessage(links, message),
    );
  }

  @Get(':message')
  @SignedIn()
  @ApiOperation({ summary: 'Get a message' })
  @ApiOkResponse({ type: InAppMessageDto })
  @ApiNotFoundResponse({ description: 'There is no such message, it has ended, or it is for another user.' })
  async getInAppMessage(
    @CurrentActor() actor: UserActor,
    @Param('message') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentInAppMessage(links, await this.messages.show(actor, uid));
  }

  @Patch(':message')
  @SignedIn()
  @ApiOperation({
    summary: 'Mark a message as read or acknowledged',
    description: 'Applies to the caller only.',
  })
  @ApiOkResponse({ type: InAppMessageDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiNotFoundResponse({ description: 'There is no such message, it has ended, or it is for another user.' })
  async updateInAppMessage(
    @CurrentActor() actor: UserActor,
    @Param('message') uid: string,
    @Body() body: PatchInAppMessageDto,
    @ResponseLinks() links: Links,
  ) {
    return presentInAppMessage(links, await this.messages.interact(actor, uid, body.toInput()));
  }
}
