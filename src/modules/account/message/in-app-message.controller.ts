import { Body, Controller, Param } from '@nestjs/common';
import { ApiTags, ApiProperty, ApiPropertyOptional, ApiForbiddenResponse } from '@nestjs/swagger';
import { CurrentActor, SignedIn, SuperuserOnly } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import {
  InAppMessageService,
  type Announcement,
  type InAppMessage,
  type NewAnnouncement,
} from './in-app-message.service';
import {
  type MessageInteractions,
  readInteractions,
  readMessageTime,
} from '../../../domain/account/in-app-message';
import { OptionalObject, OptionalFlag, OptionalText, RequiredText } from '../../../http/validation/field';
import { wireDate } from '../../../domain/text/wire-date';
import { InvalidError } from '../../../domain/errors';

const TITLE = { example: 'Maintenance' };
const SNIPPET = { example: 'On *Friday*.', description: 'Short text, in Markdown.' };
const BODY = { example: 'From **20:00** to 21:00 UTC.', description: 'Whole text, in Markdown.' };
const UNTIL = { example: '2026-03-02T08:00:00Z' };

class CreateAnnouncementDto {
  @RequiredText()
  @ApiProperty(TITLE)
  title!: string;

  @OptionalText()
  @ApiPropertyOptional({ ...SNIPPET, description: `${SNIPPET.description} Default: the start of \`body\`.` })
  snippet?: string;

  @RequiredText()
  @ApiProperty(BODY)
  body!: string;

  @OptionalText()
  @ApiPropertyOptional({ example: '2026-03-01T08:00:00Z', description: 'Default: now.' })
  valid_from?: string;

  @RequiredText()
  @ApiProperty(UNTIL)
  valid_until!: string;

  @OptionalFlag()
  @ApiPropertyOptional({ description: 'Whether clients show the message again on each start.' })
  always_display_as_new?: boolean;

  /** @throws InvalidError by field */
  toInput(): NewAnnouncement {
    const { title, body, snippet, valid_from: from, always_display_as_new: always } = this;
    const validUntil = readMessageTime('valid_until', this.valid_until);
    if (validUntil === undefined) throw InvalidError.at('valid_until', 'Enter the end of the message.');
    const validFrom = readMessageTime('valid_from', from);
    return { title, snippet, body, validFrom, validUntil, alwaysDisplayAsNew: always };
  }
}

class AnnouncementDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/announcements/iamqvt4bGzYgQ7Kd9mSSp3WfX/' })
  url!: string;
  @ApiProperty({ example: 'iamqvt4bGzYgQ7Kd9mSSp3WfX' }) uid!: string;
  @ApiProperty(TITLE) title!: string;
  @ApiProperty(SNIPPET) snippet!: string;
  @ApiProperty(BODY) body!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00Z' }) valid_from!: string;
  @ApiProperty(UNTIL) valid_until!: string;
  @ApiProperty() always_display_as_new!: boolean;
}

export class MessageHtmlDto {
  @ApiProperty({ example: '<p>On <em>Friday</em>.</p>' }) snippet!: string;
  @ApiProperty({ example: '<p>From 20:00 to 21:00 UTC.</p>' }) body!: string;
}

export class MessageInteractionsDto {
  @ApiPropertyOptional({ example: '2026-03-01T08:00:00.000Z' }) readTime?: string;
  @ApiPropertyOptional({ example: true }) acknowledged?: boolean;
}

class InAppMessageDto {
  @ApiProperty({ example: 'https://survey.example.org/help/in_app_messages/iamqvt4bGzYgQ7Kd9mSSp3WfX/' })
  url!: string;
  @ApiProperty({ example: 'iamqvt4bGzYgQ7Kd9mSSp3WfX' }) uid!: string;
  @ApiProperty({ example: 'Maintenance' }) title!: string;
  @ApiProperty({ example: 'On *Friday*.', description: 'Markdown.' }) snippet!: string;
  @ApiProperty({ example: 'From 20:00 to 21:00 UTC.', description: 'Markdown.' }) body!: string;
  @ApiProperty({ type: MessageHtmlDto, description: 'The texts as HTML; markup in them is shown as text.' })
  html!: MessageHtmlDto;
  @ApiProperty({ type: MessageInteractionsDto, description: 'What the caller did with the message.' })
  interactions!: MessageInteractionsDto;
  @ApiProperty({ description: 'Whether clients show the message again on each start.' })
  always_display_as_new!: boolean;
}

class PatchInAppMessageDto {
  @OptionalObject({ takesEmptyList: false })
  @ApiPropertyOptional({ type: MessageInteractionsDto, description: 'Merged; other members are ignored.' })
  interactions?: Record<string, unknown>;

  /** @throws InvalidError */
  toInput(): MessageInteractions {
    return readInteractions(this.interactions ?? {});
  }
}

/** Messages to users, at the paths of KoboToolbox. */
@ApiTags('Account')
@Controller('help/in_app_messages')
export class InAppMessageController {
  constructor(private readonly messages: InAppMessageService) {}

  @Endpoint('GET', {
    summary: 'List messages to the caller',
    description: 'Messages of the operator to all users, and about transfers of projects; newest first.',
  })
  @SignedIn()
  async listInAppMessages(
    @CurrentActor() actor: UserActor,
    @PaginatedList(InAppMessageDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.messages.list(actor, page.window), (message) =>
      presentInAppMessage(links, message),
    );
  }

  @Endpoint('GET :message', {
    summary: 'Get a message',
    returns: InAppMessageDto,
    fails: { 404: 'There is no such message, it has ended, or it is for another user.' },
  })
  @SignedIn()
  async getInAppMessage(
    @CurrentActor() actor: UserActor,
    @Param('message') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentInAppMessage(links, await this.messages.show(actor, uid));
  }

  @Endpoint('PATCH :message', {
    summary: 'Mark a message as read or acknowledged',
    description: 'Applies to the caller only.',
    returns: InAppMessageDto,
    fails: {
      400: 'Validation errors by field.',
      404: 'There is no such message, it has ended, or it is for another user.',
    },
  })
  @SignedIn()
  async updateInAppMessage(
    @CurrentActor() actor: UserActor,
    @Param('message') uid: string,
    @Body() body: PatchInAppMessageDto,
    @ResponseLinks() links: Links,
  ) {
    return presentInAppMessage(links, await this.messages.interact(actor, uid, body.toInput()));
  }
}

function presentInAppMessage(links: Links, message: InAppMessage) {
  const { uid, title, snippet, body, html, interactions, alwaysDisplayAsNew } = message;
  return {
    url: links.plain.inAppMessage(uid),
    uid,
    title,
    snippet,
    body,
    html,
    interactions,
    always_display_as_new: alwaysDisplayAsNew,
  };
}

function presentAnnouncement(links: Links, announcement: Announcement) {
  const { uid, title, snippet, body, validFrom, validUntil, alwaysDisplayAsNew } = announcement;
  return {
    url: links.announcement(uid),
    uid,
    title,
    snippet,
    body,
    valid_from: wireDate(validFrom),
    valid_until: wireDate(validUntil),
    always_display_as_new: alwaysDisplayAsNew,
  };
}

/** Messages to all users, as superusers make and end them. */
@ApiTags('Users')
@ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
@Controller('api/v2/announcements')
export class AnnouncementController {
  constructor(private readonly messages: InAppMessageService) {}

  @Endpoint('GET', {
    summary: 'List messages to all users',
    description: 'Those that have not ended, newest first. For superusers.',
  })
  @SuperuserOnly()
  async listAnnouncements(@PaginatedList(AnnouncementDto) page: PageRequest, @ResponseLinks() links: Links) {
    return presentPage(page, await this.messages.listAnnouncements(page.window), (announcement) =>
      presentAnnouncement(links, announcement),
    );
  }

  @Endpoint('POST', {
    summary: 'Announce a message to all users',
    description: 'Users read it at `/help/in_app_messages/`. For superusers.',
    returns: AnnouncementDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @SuperuserOnly()
  async createAnnouncement(@Body() body: CreateAnnouncementDto, @ResponseLinks() links: Links) {
    return presentAnnouncement(links, await this.messages.announce(body.toInput()));
  }

  @Endpoint('DELETE :announcement', {
    summary: 'End a message to all users',
    description: 'Users see it no more. For superusers.',
    fails: { 404: 'There is no such message, or it has ended.' },
  })
  @SuperuserOnly()
  async endAnnouncement(@Param('announcement') uid: string) {
    await this.messages.end(uid);
  }
}
