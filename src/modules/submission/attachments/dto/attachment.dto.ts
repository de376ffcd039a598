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

const STATES = ['received', 'missing', 'removed'] as const;

export class ExpectedFileDto {
  @ApiProperty({ example: 'household/member[1]/photo' }) question_xpath!: string;
  @ApiProperty({ example: 'asha.jpg', description: 'File name in the answer.' }) media_file_basename!: string;
  @ApiProperty({
    enum: STATES,
    description: '`missing`: not received yet. `removed`: received, then deleted.',
  })
  state!: (typeof STATES)[number];
  @ApiProperty({ type: String, nullable: true, example: 'attWNZNwhXK6HDYVkZJSn9jy' }) uid!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null if missing or removed.',
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/data/1234/attachments/attWNZNwhXK6HDYVkZJSn9jy/',
  })
  download_url!: string | null;
}
