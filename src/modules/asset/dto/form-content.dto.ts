import { ApiProperty } from '@nestjs/swagger';

const SHEETS = {
  survey: [{ type: 'text', name: 'full_name', label: 'What is your name?' }],
  settings: [{ style: 'pages' }],
};

export class FormContentDto {
  @ApiProperty({ enum: ['asset.content', 'asset.valid_content'] })
  kind!: string;

  @ApiProperty({ example: 'aSAvYreNzVEkrWg5Gdcvg9' })
  uid_asset!: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: SHEETS,
    description:
      '`asset.content`: rows by sheet, cells by column header. `asset.valid_content`: content in standard XLSForm.',
  })
  data!: object;
}
