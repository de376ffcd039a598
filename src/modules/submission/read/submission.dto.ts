import { ApiProperty, ApiPropertyOptional, ApiSchema } from '@nestjs/swagger';
import { type DataPage, readProjection } from '../../../domain/query/data-page';
import { OptionalText } from '../../../http/validation/field';

export const QUERY = {
  name: 'query',
  type: 'string',
  description: 'MongoDB-style filter document; survey questions are named by their full paths.',
  example: '{"person/age":{"$gte":18}}',
} as const;

export const FIELDS = {
  name: 'fields',
  type: 'string',
  description: 'JSON array of the keys to return; identifiers are always included.',
  example: '["_id","person/age"]',
} as const;

const UUID = '3f15cdfe-3eab-4678-8352-7806febf158d';
const nullableText = { type: String, nullable: true } as const;
const freeObject = { type: 'object', additionalProperties: true } as const;

export class SubmissionQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ description: QUERY.description, example: QUERY.example })
  query?: string;

  @OptionalText()
  @ApiPropertyOptional({ description: FIELDS.description, example: FIELDS.example })
  fields?: string;

  toInput(): Pick<DataPage, 'query' | 'projection'> {
    return { query: this.query, projection: readProjection(this.fields) };
  }
}

@ApiSchema({
  description: 'Answers are additional keys named by their question paths: `"person/age": "34"`.',
})
export class SubmissionDto {
  @ApiProperty({ type: 'integer', example: 1234 }) _id!: number;
  @ApiPropertyOptional({ example: '8b1f0c0f6b1a4f0ab3f4a1c0aa0d2a11' }) 'formhub/uuid'?: string;
  @ApiPropertyOptional({ example: 'vWvkKzNE8xCtfApJvabfjG' }) __version__?: string;
  @ApiPropertyOptional({ example: `uuid:${UUID}` }) 'meta/instanceID'?: string;
  @ApiPropertyOptional({ example: `uuid:${UUID}` }) 'meta/rootUuid'?: string;
  @ApiPropertyOptional({ example: 'aSAvYreNzVEkrWg5Gdcvg2' }) _xform_id_string?: string;
  @ApiPropertyOptional({ example: UUID }) _uuid?: string;
  @ApiPropertyOptional({ type: 'array', items: freeObject, example: [] }) _attachments?: object[];
  @ApiPropertyOptional({ example: 'submitted_via_web' }) _status?: string;
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'number', nullable: true },
    example: [-1.286389, 36.817223],
  })
  _geolocation?: (number | null)[];
  @ApiPropertyOptional({ example: '2026-03-01T08:14:45' }) _submission_time?: string;
  @ApiPropertyOptional({ ...freeObject, example: {} }) _validation_status?: object;
  @ApiPropertyOptional({ ...nullableText, example: 'ann' }) _submitted_by?: string | null;
  @ApiPropertyOptional({ example: '2026-03-01T08:14:45.123000Z' }) _date_modified?: string;
}

export class SubmitterCountDto {
  @ApiProperty({ type: String, nullable: true, example: 'ann' }) username!: string | null;
  @ApiProperty({ example: 5 }) submission_count!: number;
  @ApiProperty({ example: '2026-03-01T08:14:45.123000Z' }) last_submission_time!: string;
}

export class CountsByUserDto {
  @ApiProperty({ type: [SubmitterCountDto] }) results!: SubmitterCountDto[];
}

export class CountsDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    example: { '2026-03-01': 4, '2026-03-03': 1 },
  })
  daily_submission_counts!: Record<string, number>;
  @ApiProperty({ example: 5 }) total_submission_count!: number;
}

class DroppedFileDto {
  @ApiProperty({ example: 'attWNZNwhXK6HDYVkZJSn9jy' }) uid!: string;
  @ApiProperty({ example: 'asha.jpg' }) media_file_basename!: string;
  @ApiProperty({ example: 'image/jpeg' }) mimetype!: string;
  @ApiProperty({
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/data/1234/attachments/attWNZNwhXK6HDYVkZJSn9jy/',
  })
  download_url!: string;
}

export class PastSubmissionDto {
  @ApiProperty({ example: '3f15cdfe-3eab-4678-8352-7806febf158d' }) _uuid!: string;
  @ApiProperty({ example: 'uuid:3f15cdfe-3eab-4678-8352-7806febf158d' }) 'meta/instanceID'!: string;
  @ApiProperty({ type: String, nullable: true, example: 'vWvkKzNE8xCtfApJvabfjG' }) version!: string | null;
  @ApiProperty({ example: '2026-03-02T10:00:00.123000Z' }) date_replaced!: string;
  @ApiProperty({ type: String, nullable: true, example: 'ann' }) replaced_by!: string | null;
  @ApiProperty({ type: [DroppedFileDto], description: 'Attachments that the edit dropped.' })
  _attachments!: DroppedFileDto[];
  @ApiProperty({ example: '<?xml version="1.0"?><data id="aSAv"/>', description: 'XML as submitted.' })
  xml!: string;
}
