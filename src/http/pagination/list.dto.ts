import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { Envelope } from './envelope';

/** What every list says around its items, for the description of the API. */
export class EnvelopeDto {
  @ApiProperty({ example: 1, description: 'Items of the whole list.' })
  count!: number;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'URL of the next page.' })
  next!: string | null;

  @ApiProperty({ type: String, nullable: true, example: null, description: 'URL of the page before.' })
  previous!: string | null;
}

/** The envelope around items of one kind: `class AssetListDto extends ListOf(AssetDto) {}`. */
export function ListOf<Item>(item: Type<Item>): Type<Envelope<Item>> {
  class ListDto extends EnvelopeDto {
    @ApiProperty({ type: [item] })
    results!: Item[];
  }
  return ListDto;
}
