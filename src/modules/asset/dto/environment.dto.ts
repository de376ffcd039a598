import { ApiProperty } from '@nestjs/swagger';

const PAIRS = {
  type: 'array',
  items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
} as const;

export class EnvironmentDto {
  @ApiProperty({ ...PAIRS, example: [['Health', 'Health']], description: 'Values and labels of sectors.' })
  sector_choices!: [string, string][];
  @ApiProperty({ ...PAIRS, example: [['FRA', 'France']], description: 'Codes and names of countries.' })
  country_choices!: [string, string][];
  @ApiProperty({
    example: 'https://survey.example.org',
    description: 'What collectors take as their server.',
  })
  open_rosa_server!: string;
}
