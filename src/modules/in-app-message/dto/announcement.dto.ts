import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { readMessageTime } from '../../../domain/account/in-app-message';
import { InvalidError } from '../../../domain/errors';
import { OptionalFlag, OptionalText, RequiredText } from '../../../http/validation/field';
import type { NewAnnouncement } from '../in-app-message.service';

const TITLE = { example: 'Maintenance' };
const SNIPPET = { example: 'On *Friday*.', description: 'Short text, in Markdown.' };
const BODY = { example: 'From **20:00** to 21:00 UTC.', description: 'Whole text, in Markdown.' };
const UNTIL = { example: '2026-03-02T08:00:00Z' };

export class CreateAnnouncementDto {
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

export class AnnouncementDto {
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
