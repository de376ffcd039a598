import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  type AttachmentSelection,
  readAttachmentSelection,
} from '../../../../domain/submission/attachment-selection';
import { ParsedBy } from '../../../../http/validation/field';

const unparsed = (value: unknown): unknown => value;

export class AttachmentSelectionDto {
  @ParsedBy(unparsed)
  @ApiPropertyOptional({
    type: [String],
    description: 'Root uuids of the submissions that lose all their attachments, without `uuid:`.',
    example: ['3f15cdfe-3eab-4678-8352-7806febf158d'],
  })
  submission_root_uuids?: unknown;

  @ParsedBy(unparsed)
  @ApiPropertyOptional({
    type: String,
    description: 'Uid of the only attachment to delete.',
    example: 'attWNZNwhXK6HDYVkZJSn9jy',
  })
  attachment_uid?: unknown;

  toInput(): AttachmentSelection {
    return readAttachmentSelection(this);
  }
}

export class RemovedAttachmentsDto {
  @ApiProperty({ example: '3 attachments deleted' }) message!: string;
}
