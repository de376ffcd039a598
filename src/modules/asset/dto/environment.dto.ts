import { ApiProperty } from '@nestjs/swagger';

const PAIRS = {
  type: 'array',
  items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
} as const;

export class EnvironmentDto {
  @ApiProperty({ ...PAIRS, example: [['Health', 'Health']], description: 'Pairs of sector value and label.' })
  sector_choices!: [string, string][];
  @ApiProperty({
    ...PAIRS,
    example: [['FRA', 'France']],
    description: 'Pairs of country code (ISO 3166-1 alpha-3) and name.',
  })
  country_choices!: [string, string][];
  @ApiProperty({
    example: 'https://survey.example.org',
    description: 'Server URL to configure in data collection apps.',
  })
  open_rosa_server!: string;
}
