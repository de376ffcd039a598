import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { EXPORT_TYPES, type ExportRequest, SELECT_MODES } from '../../domain/export/export-request';
import { CSV_SEPARATORS } from '../../domain/text/csv-line';
import { TASK_STATUSES } from '../../domain/task/task-status';
import {
  OneOf,
  OptionalFlag,
  OptionalText,
  OptionalLine,
  OptionalObject,
  RequiredLine,
  RequiredObject,
} from '../../http/validation/field';
import type { ExportListInput } from './export.service';
import type { ExportSettingInput } from './export-setting.service';

const ASSET_EXAMPLE = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2';

/** Documents the body for OpenAPI; `readExportRequest` validates it. */
export class ExportRequestDto {
  @ApiProperty({ enum: EXPORT_TYPES })
  type!: string;

  @ApiProperty({
    example: '_default',
    description:
      'Language of labels: `_default` for the unnamed one, or a language of the form; `_xml` for names instead of labels.',
  })
  lang!: string;

  @ApiProperty({ example: '/', description: 'Separator of group and question labels.' })
  group_sep!: string;

  @ApiProperty({
    type: Boolean,
    example: false,
    description: 'Whether headers include group labels. Flags may be sent as text.',
  })
  hierarchy_in_labels!: boolean;

  @ApiProperty({
    type: Boolean,
    example: true,
    description: 'Columns of all deployed versions; false: of the newest.',
  })
  fields_from_all_versions!: boolean;

  @ApiProperty({
    enum: SELECT_MODES,
    description:
      'Columns of select_multiple questions: one with the selected choices (`summary`), one per choice (`details`), or both.',
  })
  multiple_select!: string;

  @ApiPropertyOptional({
    type: [String],
    description:
      'Paths of questions and names of system columns; empty: all. Unknown ones are listed in `messages`.',
  })
  fields?: string[];

  @ApiPropertyOptional({
    type: Boolean,
    description: 'GeoJSON: one feature collection; false: one per submission. Default: true.',
  })
  flatten?: boolean;

  @ApiPropertyOptional({
    type: Boolean,
    description: 'Whether each media question has a column with download URLs. Default: false.',
  })
  include_media_url?: boolean;

  @ApiPropertyOptional({ type: String, nullable: true, description: 'Display name of the export.' })
  name?: string | null;

  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: 'Filter in the syntax of `query` of the submission list.',
  })
  query?: object;

  @ApiPropertyOptional({
    type: [Number],
    description: 'Ids of submissions. An empty list is refused; in saved settings it means all.',
  })
  submission_ids?: number[];

  @ApiPropertyOptional({ type: Boolean, description: 'XLSX: numbers and dates as text. Default: true.' })
  xls_types_as_text?: boolean;

  @ApiPropertyOptional({
    type: Boolean,
    description:
      'XLSX: numbers, dates and times as such, whatever `xls_types_as_text` says, a header that stays in place, and wide columns. Default: false.',
  })
  xls_formatted?: boolean;

  @ApiPropertyOptional({
    type: Boolean,
    description:
      'XLSX: a last sheet with the labels of questions and choices in all languages. Default: false.',
  })
  xls_labels?: boolean;

  @ApiPropertyOptional({
    type: Boolean,
    description: 'CSV: a byte order mark at the start, which Excel needs. Default: false.',
  })
  bom?: boolean;

  @ApiPropertyOptional({ enum: CSV_SEPARATORS, description: 'CSV: separator of cells. Default: `;`.' })
  separator?: string;

  @ApiPropertyOptional({
    type: Boolean,
    description:
      'CSV: an apostrophe before cells that spreadsheets would run as formulas. False writes cells exactly as answered. Default: true.',
  })
  escape_formulas?: boolean;
}

/** Overrides the dialect of saved settings. */
export class CsvDialectDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    type: Boolean,
    description: 'Whether the file starts with a byte order mark, which Excel needs. Default: as saved.',
  })
  bom?: boolean;

  @OneOf(CSV_SEPARATORS, { required: false })
  @ApiPropertyOptional({ enum: CSV_SEPARATORS, description: 'Separator of cells. Default: as saved.' })
  separator?: string;

  @OptionalFlag()
  @ApiPropertyOptional({
    type: Boolean,
    description:
      'Whether an apostrophe precedes cells that spreadsheets would run as formulas. Default: as saved.',
  })
  escape_formulas?: boolean;

  toRequest(): ExportRequest {
    return {
      ...(this.escape_formulas !== undefined && { escape_formulas: this.escape_formulas }),
      ...(this.bom !== undefined && { bom: this.bom }),
      ...(this.separator !== undefined && { separator: this.separator }),
    };
  }
}

export class ListExportsDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'data__type:csv',
    description: 'Search on `uid`, `status`, `date_created` and `data`.',
  })
  q?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'date_created',
    description: '`date_created` or `-date_created`, the default.',
  })
  ordering?: string;

  toInput(): ExportListInput {
    return { search: this.q, oldestFirst: this.ordering === 'date_created' };
  }
}

export class ExportDto {
  @ApiProperty({ example: `${ASSET_EXAMPLE}/exports/eYeXfoPmrQTNoCiBCi6rDt/` }) url!: string;
  @ApiProperty({ enum: TASK_STATUSES }) status!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: {},
    description:
      'Empty; `warnings`, a list of texts, if `fields` names unknown questions; or `error_type` and `error` of a failed export.',
  })
  messages!: object;
  @ApiProperty({ example: 'eYeXfoPmrQTNoCiBCi6rDt' }) uid!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
  @ApiProperty({ type: String, nullable: true, example: '2026-03-01T07:59:12Z' })
  last_submission_time!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example:
      'https://survey.example.org/private-media/mary/exports/aSAvYreNzVEkrWg5Gdcvg2/Wells_-_all_versions_-_labels_-_2026-03-01-08-00-00.csv',
    description: 'URL of the file; null until the export is complete.',
  })
  result!: string | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 1200 }) rows_done!: number | null;
  @ApiProperty({ type: 'integer', nullable: true, example: 1200 }) rows_total!: number | null;
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
    description: 'Request body, `source`, and duration in seconds once it has ended.',
  })
  data!: object;
}

const MAX_NAME_LENGTH = 255;
const URL_EXAMPLE =
  'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/export-settings/esYeXfoPmrQTNoCiBCi6rD';

export class WriteExportSettingDto {
  @RequiredLine(MAX_NAME_LENGTH)
  @ApiProperty({ example: 'Weekly report', description: 'Name; may be empty.' })
  name!: string;

  @RequiredObject()
  @ApiProperty({ type: ExportRequestDto, description: 'Export request as object or JSON text.' })
  export_settings!: ExportRequest;

  toInput(): ExportSettingInput {
    return { name: this.name, request: this.export_settings };
  }
}

export class UpdateExportSettingDto {
  @OptionalLine(MAX_NAME_LENGTH)
  @ApiPropertyOptional({ example: 'Weekly report' })
  name?: string;

  @OptionalObject()
  @ApiPropertyOptional({ type: ExportRequestDto })
  export_settings?: ExportRequest;

  toInput(): Partial<ExportSettingInput> {
    return {
      ...(this.name !== undefined && { name: this.name }),
      ...(this.export_settings !== undefined && { request: this.export_settings }),
    };
  }
}

export class ExportSettingDto {
  @ApiProperty({ example: 'esYeXfoPmrQTNoCiBCi6rD' }) uid!: string;
  @ApiProperty({ example: `${URL_EXAMPLE}/` }) url!: string;
  @ApiProperty({
    example: `${URL_EXAMPLE}/data.csv`,
    description: 'URL of a CSV download with these settings.',
  })
  data_url_csv!: string;
  @ApiProperty({
    example: `${URL_EXAMPLE}/data.xlsx`,
    description: 'URL of an XLSX download with these settings.',
  })
  data_url_xlsx!: string;
  @ApiProperty({ example: 'Weekly report' }) name!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_modified!: string;
  @ApiProperty({ type: ExportRequestDto }) export_settings!: object;
}
