import { EnvelopeDto } from '../../../http/pagination/list.dto';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';

const SUBMISSION = {
  _id: 1234,
  'formhub/uuid': '8b1f0c0f6b1a4f0ab3f4a1c0aa0d2a11',
  'person/name': 'Asha',
  'person/age': '34',
  __version__: 'vWvkKzNE8xCtfApJvabfjG',
  'meta/instanceID': 'uuid:3f15cdfe-3eab-4678-8352-7806febf158d',
  'meta/rootUuid': 'uuid:3f15cdfe-3eab-4678-8352-7806febf158d',
  _xform_id_string: 'aSAvYreNzVEkrWg5Gdcvg2',
  _uuid: '3f15cdfe-3eab-4678-8352-7806febf158d',
  _attachments: [],
  _status: 'submitted_via_web',
  _geolocation: [-1.286389, 36.817223],
  _submission_time: '2026-03-01T08:14:45',
  _validation_status: {},
  _submitted_by: 'ann',
};

/** What one submission must meet too, to be shown. */
export class SubmissionQueryDto {
  @Allow()
  @ApiPropertyOptional({
    type: String,
    example: '{"person/age":{"$gte":18}}',
    description: 'A filter document as MongoDB has it: questions by their whole paths.',
  })
  query?: unknown;
}

/** Query of the data list; read by `readDataPage`, which knows what to refuse. */
export class DataQueryDto extends SubmissionQueryDto {
  @Allow()
  @ApiPropertyOptional({
    type: Number,
    example: 1000,
    description: 'Submissions on the page; larger is cut.',
  })
  limit?: unknown;

  @Allow()
  @ApiPropertyOptional({ type: Number, example: 0, description: 'Submissions before the page.' })
  start?: unknown;

  @Allow()
  @ApiPropertyOptional({ type: Number, description: 'Older name of `start`.' })
  offset?: unknown;

  @Allow()
  @ApiPropertyOptional({ type: Number, description: 'Id of the last submission before the page; wins.' })
  after?: unknown;

  @Allow()
  @ApiPropertyOptional({ type: String, example: '{"_id":-1}' })
  sort?: unknown;

  @Allow()
  fields?: unknown;

  @Allow()
  submission_ids?: unknown;

  @Allow()
  count?: unknown;
}

export class SubmissionListDto extends EnvelopeDto {
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true, example: SUBMISSION } })
  results!: object[];
}

export const submissionSchema = { type: 'object', additionalProperties: true, example: SUBMISSION } as const;

export class CountsDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { '2026-03-01': 4, '2026-03-03': 1 },
  })
  daily_submission_counts!: Record<string, number>;

  @ApiProperty({ example: 5 })
  total_submission_count!: number;
}
