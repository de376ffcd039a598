import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ASSET_TYPES, type AssetType } from '../../../domain/asset/asset-type';
import { TASK_STATUSES } from '../../../domain/import/import-request';
import { OneOf, OptionalFlag, OptionalText } from '../../../http/validation/field';

export class CreateImportDto {
  @OptionalText()
  @ApiPropertyOptional({ description: '`base64:` or a data URL, and the workbook in base64.' })
  base64Encoded?: string;

  @OptionalText(255)
  @ApiPropertyOptional({ example: 'Baseline survey' })
  name?: string;

  @OptionalText()
  @ApiPropertyOptional({ description: 'URL of the asset to overwrite.' })
  destination?: string;

  @OptionalFlag()
  @ApiPropertyOptional({
    description: 'False makes a survey; anything else a question or block of the library.',
  })
  library?: boolean;

  @OneOf(ASSET_TYPES, { required: false })
  @ApiPropertyOptional({ enum: ASSET_TYPES })
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

  @ApiProperty({ type: 'object', additionalProperties: true, example: {} })
  messages!: object;

  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' })
  date_created!: string;
}

export class ImportListDto {
  @ApiProperty({ example: 1 })
  count!: number;

  @ApiProperty({ type: String, nullable: true, example: null })
  next!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null })
  previous!: string | null;

  @ApiProperty({ type: [ImportDto] })
  results!: ImportDto[];
}
