import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { type AttachmentChoice, readAttachmentChoice } from '../../../domain/submission/attachment-choice';
import { ReadBy } from '../../../http/validation/field';

const asSent = (sent: unknown): unknown => sent;

/** Which files are to be removed. */
export class AttachmentChoiceDto {
  @ReadBy(asSent)
  @ApiPropertyOptional({
    type: [String],
    description: 'Of which submissions: the identifiers that they began with, without `uuid:`.',
    example: ['3f15cdfe-3eab-4678-8352-7806febf158d'],
  })
  submission_root_uuids?: unknown;

  @ReadBy(asSent)
  @ApiPropertyOptional({ type: String, description: 'Or which one.', example: 'attWNZNwhXK6HDYVkZJSn9jy' })
  attachment_uid?: unknown;

  /** @throws InvalidError for a choice of nothing */
  toInput(): AttachmentChoice {
    return readAttachmentChoice(this);
  }
}

/** How many are gone. */
export class RemovedFilesDto {
  @ApiProperty({ example: '3 attachments deleted' }) message!: string;
}
