import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ListOf } from '../../../http/pagination/list.dto';
import { Transform } from 'class-transformer';
import { Allow } from 'class-validator';
import { ASSET_TYPES, type AssetType } from '../../../domain/content/asset-type';
import { TASK_STATUSES } from '../../../domain/import/import-request';
import { OneOf, OptionalText } from '../../../http/validation/field';

/** What a file can become: a collection holds assets and no questions. */
const IMPORTABLE: readonly AssetType[] = ASSET_TYPES.filter((type) => type !== 'collection');

/** Everything else is true (contract-assets 6). */
const FALSE = /^(false|0|no|off)$/i;

export class CreateImportDto {
  @OptionalText()
  @ApiPropertyOptional({ description: '`base64:` or a data URL, and the workbook in base64.' })
  base64Encoded?: string;

  @Allow()
  @ApiPropertyOptional({ type: 'string', format: 'binary', description: 'The workbook; in multipart alone.' })
  file?: unknown;

  @OptionalText(4096)
  @ApiPropertyOptional({
    example: 'https://files.example.org/baseline.xlsx',
    description: 'Where to download the workbook from, when none is sent.',
  })
  url?: string;

  @OptionalText(255)
  @ApiPropertyOptional({ example: 'Baseline survey' })
  name?: string;

  @OptionalText()
  @ApiPropertyOptional({ description: 'URL of the asset to overwrite.' })
  destination?: string;

  @Allow()
  @Transform(({ value }: { value: unknown }) => !FALSE.test(String(value)))
  @ApiPropertyOptional({
    type: Boolean,
    description: 'False makes a survey; anything else, also nothing, a question or block of the library.',
  })
  library?: boolean;

  @OneOf(IMPORTABLE, { required: false })
  @ApiPropertyOptional({ enum: IMPORTABLE })
  desired_type?: AssetType;
}

export class StartedImportDto {
  @ApiProperty({ example: 'iGYqwPmrQTNoCiBCi6rDtm' })
  uid!: string;

  @ApiProperty({ example: 'https://survey.example.org/api/v2/imports/iGYqwPmrQTNoCiBCi6rDtm/' })
  url!: string;

  @ApiProperty({ example: 'processing' })
  status!: string;
}

export class ImportDto extends StartedImportDto {
  @ApiProperty({ enum: TASK_STATUSES })
  declare status: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: {},
    description:
      'Empty while the import runs; then `created` or `updated` with the asset, or `error` with `error_type` and, for a form with mistakes, `problems` by sheet, row and column.',
  })
  messages!: object;

  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' })
  date_created!: string;
}

export class ImportListDto extends ListOf(ImportDto) {}
