import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EXPORT_TYPES, SELECT_MODES } from '../../../domain/export/export-options';
import { TASK_STATUSES } from '../../../domain/task/task-status';
import { OptionalText } from '../../../http/validation/field';
import type { ExportListInput } from '../export.service';

const ASSET_EXAMPLE = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2';

/** What an export is asked for; the rules that say what holds are those of the domain. */
export class ExportRequestDto {
  @ApiProperty({ enum: EXPORT_TYPES })
  type!: string;

  @ApiProperty({
    example: '_default',
    description: '`_default`, `_xml` for names, or a language of the form.',
  })
  lang!: string;

  @ApiProperty({ example: '/', description: 'Between the labels of groups and questions.' })
  group_sep!: string;

  @ApiProperty({ type: Boolean, example: false, description: 'Also as text, like all flags here.' })
  hierarchy_in_labels!: boolean;

  @ApiProperty({ type: Boolean, example: true, description: 'False: columns of the newest version alone.' })
  fields_from_all_versions!: boolean;

  @ApiProperty({ enum: SELECT_MODES })
  multiple_select!: string;

  @ApiPropertyOptional({ type: [String], description: 'Paths of questions and names of system columns.' })
  fields?: string[];

  @ApiPropertyOptional({ type: Boolean, description: 'GeoJSON: one collection of everything.' })
  flatten?: boolean;

  @ApiPropertyOptional({ type: Boolean, description: 'A column with the link beside each file.' })
  include_media_url?: boolean;

  @ApiPropertyOptional({ type: String, nullable: true })
  name?: string | null;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'A filter, as the data list takes it.',
  })
  query?: object;

  @ApiPropertyOptional({ type: [Number], description: 'Ids of the submissions; none: all.' })
  submission_ids?: number[];

  @ApiPropertyOptional({ type: Boolean, description: 'Workbooks: numbers and dates stay text.' })
  xls_types_as_text?: boolean;
}

/** Which exports are listed. */
export class ListExportsDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'data__type:csv',
    description: 'A search on `uid`, `status`, `date_created`, `data`.',
  })
  q?: string;

  @OptionalText()
  @ApiPropertyOptional({ example: 'date_created', description: '`date_created` or `-date_created`.' })
  ordering?: string;

  toInput(): ExportListInput {
    return { search: this.q, oldestFirst: this.ordering === 'date_created' };
  }
}

export class ExportDto {
  @ApiProperty({ example: `${ASSET_EXAMPLE}/exports/eYeXfoPmrQTNoCiBCi6rDt/` })
  url!: string;

  @ApiProperty({ enum: TASK_STATUSES })
  status!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: {},
    description: 'Empty, or why it failed: `error_type` and `error`.',
  })
  messages!: object;

  @ApiProperty({ example: 'eYeXfoPmrQTNoCiBCi6rDt' })
  uid!: string;

  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' })
  date_created!: string;

  @ApiProperty({ type: String, nullable: true, example: '2026-03-01T07:59:12Z' })
  last_submission_time!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example:
      'https://survey.example.org/private-media/mary/exports/aSAvYreNzVEkrWg5Gdcvg2/Wells_-_all_versions_-_labels_-_2026-03-01-08-00-00.csv',
    description: 'Where the file is, for whoever asked for it; null while there is none.',
  })
  result!: string | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1200 })
  rows_done!: number | null;

  @ApiProperty({ type: 'integer', nullable: true, example: 1200 })
  rows_total!: number | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: {
      type: 'csv',
      lang: '_default',
      name: null,
      source: `${ASSET_EXAMPLE}/`,
      processing_time_seconds: 0.4,
    },
    description: 'What was asked for, `source`, and how long it took.',
  })
  data!: object;
}
