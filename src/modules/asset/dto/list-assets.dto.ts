import { ApiPropertyOptional } from '@nestjs/swagger';
import { Allow } from 'class-validator';

/** Query of the asset list. Values that make no sense count as absent (contract-assets 0.2). */
export class ListAssetsDto {
  @Allow()
  @ApiPropertyOptional({ type: Number, example: 100, description: 'Items on the page; at most 1000.' })
  limit?: unknown;

  @Allow()
  @ApiPropertyOptional({ type: Number, example: 0, description: 'Items before the page.' })
  start?: unknown;

  @Allow()
  @ApiPropertyOptional({ type: Number, description: 'Older name of `start`.' })
  offset?: unknown;

  @Allow()
  @ApiPropertyOptional({
    type: Number,
    description: 'Number of the page, from 1; used when `start` is absent.',
  })
  page?: unknown;

  @Allow()
  @ApiPropertyOptional({ type: Number })
  page_size?: unknown;

  @Allow()
  @ApiPropertyOptional({ type: String, example: 'survey', description: 'Only assets of this type.' })
  asset_type?: unknown;
}
