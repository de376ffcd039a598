import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type MessageInteractions, readInteractions } from '../../../domain/account/in-app-message';
import { OptionalObject } from '../../../http/validation/field';

export class MessageHtmlDto {
  @ApiProperty({ example: '<p>On <em>Friday</em>.</p>' }) snippet!: string;
  @ApiProperty({ example: '<p>From 20:00 to 21:00 UTC.</p>' }) body!: string;
}

export class MessageInteractionsDto {
  @ApiPropertyOptional({ example: '2026-03-01T08:00:00.000Z' }) readTime?: string;
  @ApiPropertyOptional({ example: true }) acknowledged?: boolean;
}

export class InAppMessageDto {
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

export class PatchInAppMessageDto {
  @OptionalObject({ takesEmptyList: false })
  @ApiPropertyOptional({ type: MessageInteractionsDto, description: 'Merged; other members are ignored.' })
  interactions?: Record<string, unknown>;

  /** @throws InvalidError */
  toInput(): MessageInteractions {
    return readInteractions(this.interactions ?? {});
  }
}
