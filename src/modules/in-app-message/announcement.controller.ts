import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { SuperuserOnly } from '../../authorization/policy';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { AnnouncementDto, CreateAnnouncementDto } from './dto/announcement.dto';
import { presentAnnouncement } from './in-app-message.presenter';
import { InAppMessageService } from './in-app-message.service';

/** Messages to all users, as superusers make and end them. */
@ApiTags('Users')
@ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
@Controller('api/v2/announcements')
export class AnnouncementController {
  constructor(private readonly messages: InAppMessageService) {}

  @Get()
  @SuperuserOnly()
  @ApiOperation({
    summary: 'List messages to all users',
    description: 'Those that have not ended, newest first. For superusers.',
  })
  async listAnnouncements(@PaginatedList(AnnouncementDto) page: PageRequest, @ResponseLinks() links: Links) {
    return presentPage(page, await this.messages.listAnnouncements(page.window), (announcement) =>
      presentAnnouncement(links, announcement),
    );
  }

  @Post()
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Announce a message to all users',
    description: 'Users read it at `/help/in_app_messages/`. For superusers.',
  })
  @ApiCreatedResponse({ type: AnnouncementDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  async createAnnouncement(@Body() body: CreateAnnouncementDto, @ResponseLinks() links: Links) {
    return presentAnnouncement(links, await this.messages.announce(body.toInput()));
  }

  @Delete(':announcement')
  @HttpCode(204)
  @SuperuserOnly()
  @ApiOperation({
    summary: 'End a message to all users',
    description: 'Users see it no more. For superusers.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'There is no such message, or it has ended.' })
  async endAnnouncement(@Param('announcement') uid: string) {
    await this.messages.end(uid);
  }
}
