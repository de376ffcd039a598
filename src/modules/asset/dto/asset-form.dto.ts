import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalFlag } from '../../../http/validation/field';

const SHEETS = {
  survey: [{ type: 'text', name: 'full_name', label: 'What is your name?' }],
  settings: [{ style: 'pages' }],
};

export class FormContentDto {
  @ApiProperty({ enum: ['asset.content', 'asset.valid_content'] }) kind!: string;
  @ApiProperty({ example: 'aSAvYreNzVEkrWg5Gdcvg9' }) uid_asset!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: SHEETS,
    description:
      '`asset.content`: rows by sheet, cells by column header. `asset.valid_content`: content in standard XLSForm.',
  })
  data!: object;
}

export class WorkbookQueryDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    description:
      '`true` keeps rows that only KoboToolbox supports (score, rank, matrix), for reimport. Default: false, which expands them to standard XLSForm.',
  })
  kobo_specific_types?: boolean;
}
