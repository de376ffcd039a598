import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

const texts = { type: 'array', items: { type: 'string' } } as const;
const pair = {
  type: 'array',
  items: { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
  description: 'Pairs of code and name, sorted by name.',
} as const;

export class AssetListMetadataDto {
  @ApiProperty({ ...texts, example: ['English (en)'] }) languages!: string[];
  @ApiProperty({ ...pair, example: [['FRA', 'France']] }) countries!: string[][];
  @ApiProperty({ ...pair, example: [['Health', 'Health']] }) sectors!: string[][];
  @ApiProperty({ ...texts, example: ['Acme'] }) organizations!: string[];
}

export class WithListMetadataDto {
  @ApiPropertyOptional({ type: AssetListMetadataDto }) metadata?: AssetListMetadataDto;
}

export class DeploymentCountsDto {
  @ApiProperty({ example: 1 }) deployed_count!: number;
  @ApiProperty({ example: 0 }) archived_count!: number;
  @ApiProperty({ example: 4 }) draft_count!: number;
}

export class AssetHashDto {
  @ApiProperty({
    example: '9e107d9d372bb6826bd81d3542a419d6',
    description: 'MD5 that changes with any version of any listed asset; empty without assets.',
  })
  hash!: string;
}

export class TagDto {
  @ApiProperty({ example: 'water' }) name!: string;
  @ApiProperty({ example: 'tSAvYreNzVEkrWg5Gdcvg2' }) uid!: string;
}

export class MinimalAssetDto {
  @ApiProperty({ example: 'aSAvYreNzVEkrWg5Gdcvg2' }) uid!: string;
  @ApiProperty({ example: 'Baseline survey' }) name!: string;
  @ApiProperty({ enum: ['draft', 'deployed', 'archived', '-'] }) deployment_status!: string;
}

/** Page without a count, as KoboToolbox sends it. */
export class MinimalAssetListDto {
  @ApiProperty({ type: String, nullable: true, example: null }) next!: string | null;
  @ApiProperty({ type: String, nullable: true, example: null }) previous!: string | null;
  @ApiProperty({ type: [MinimalAssetDto] }) results!: MinimalAssetDto[];
}
