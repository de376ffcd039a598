import { ApiPropertyOptional } from '@nestjs/swagger';
import type { AssetSight } from '../../../domain/asset/asset-sight';
import { type AssetSortKey, readAssetOrder } from '../../../domain/query/asset-order';
import { OptionalText } from '../../../http/validation/field';
import type { AssetFilter, AssetListing } from '../asset-list.service';

const SIGHTS: Readonly<Record<string, AssetSight>> = {
  private: 'owned',
  shared: 'granted',
  public: 'followed',
  'public-discoverable': 'discoverable',
};

/** Which assets a list is about. */
export class AssetFilterDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'survey', description: 'Only assets of this type.' })
  asset_type?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'wells AND NOT asset_type:template',
    description: 'A search: words and `field:value`, joined by AND, OR and NOT, in brackets where need be.',
  })
  q?: string;

  @OptionalText()
  @ApiPropertyOptional({
    enum: Object.keys(SIGHTS),
    description:
      'Instead of all that the caller lists: what it owns, what it was granted, public collections that it follows, or all that anybody may discover.',
  })
  status?: string;

  toInput(): AssetFilter {
    const { status, asset_type, q } = this;
    return {
      sight: (status !== undefined && Object.hasOwn(SIGHTS, status) && SIGHTS[status]) || 'listed',
      // A client whose filter is left empty means none.
      ...(asset_type && { assetType: asset_type }),
      ...(q !== undefined && { search: q }),
    };
  }
}

/** The same in an order. */
export class OrderedAssetsDto extends AssetFilterDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: '-date_modified,name',
    description: 'Names parted by commas, a minus sign for descending; unknown ones are passed over.',
  })
  ordering?: string;

  @OptionalText()
  @ApiPropertyOptional({ example: 'true', description: '`true`: collections, then all else.' })
  collections_first?: string;

  order(): readonly AssetSortKey[] {
    return readAssetOrder(this.ordering ?? '', isTrue(this.collections_first));
  }
}

/** The same as whole assets. */
export class ListAssetsDto extends OrderedAssetsDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'on',
    description: '`on`: the answer has `metadata`, the words that all assets of the list use.',
  })
  metadata?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'true',
    description: "`true`: `permissions` are the caller's own, and whether everybody may view or discover.",
  })
  current_user_permissions_only?: string;

  toListing(): AssetListing {
    return {
      order: this.order(),
      ownAssignmentsOnly: isTrue(this.current_user_permissions_only),
      metadata: this.metadata === 'on',
    };
  }
}

function isTrue(word: string | undefined): boolean {
  return word?.toLowerCase() === 'true';
}
