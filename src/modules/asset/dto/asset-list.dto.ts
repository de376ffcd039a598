import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const word = { type: 'array', items: { type: 'string' } } as const;
const pair = {
  type: 'array',
  items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
  description: 'Code and name of each, by name.',
} as const;

/** Words that the assets of a list use. */
export class AssetListMetadataDto {
  @ApiProperty({ ...word, example: ['English (en)'] }) languages!: string[];
  @ApiProperty({ ...pair, example: [['FRA', 'France']] }) countries!: string[][];
  @ApiProperty({ ...pair, example: [['Health', 'Health']] }) sectors!: string[][];
  @ApiProperty({ ...word, example: ['Acme'] }) organizations!: string[];
}

/** What a page of assets has besides, where it was asked for. */
export class WithListMetadataDto {
  @ApiPropertyOptional({ type: AssetListMetadataDto }) metadata?: AssetListMetadataDto;
}

/** How many surveys are in each state. */
export class DeploymentCountsDto {
  @ApiProperty({ example: 1 }) deployed_count!: number;
  @ApiProperty({ example: 0 }) archived_count!: number;
  @ApiProperty({ example: 4 }) draft_count!: number;
}

export class AssetHashDto {
  @ApiProperty({
    example: '9e107d9d372bb6826bd81d3542a419d6',
    description: 'Differs as soon as any asset does; empty without assets.',
  })
  hash!: string;
}

export class TagDto {
  @ApiProperty({ example: 'water' }) name!: string;
  @ApiProperty({ example: 'tSAvYreNzVEkrWg5Gdcvg2' }) uid!: string;
}

export class LanguageDto {
  @ApiProperty({ example: 'Swahili' }) name!: string;
  @ApiProperty({ example: 'sw' }) code!: string;
}

/** As little as tells one asset from another. */
export class MinimalAssetDto {
  @ApiProperty({ example: 'aSAvYreNzVEkrWg5Gdcvg2' }) uid!: string;
  @ApiProperty({ example: 'Baseline survey' }) name!: string;
  @ApiProperty({ enum: ['draft', 'deployed', 'archived', '-'] }) deployment_status!: string;
}

/** A page of them; nobody counts how many there are. */
export class MinimalAssetListDto {
  @ApiProperty({ type: String, nullable: true, example: null }) next!: string | null;
  @ApiProperty({ type: String, nullable: true, example: null }) previous!: string | null;
  @ApiProperty({ type: [MinimalAssetDto] }) results!: MinimalAssetDto[];
}
