import { ApiPropertyOptional } from '@nestjs/swagger';
import type { AssetScope } from '../../../domain/asset/asset-scope';
import { type AssetSortKey, readAssetOrder } from '../../../domain/query/asset-order';
import { OptionalText } from '../../../http/validation/field';
import type { AssetFilter, AssetListing } from '../asset-list.service';

const SCOPES: Readonly<Record<string, AssetScope>> = {
  private: 'owned',
  shared: 'granted',
  public: 'followed',
  'public-discoverable': 'discoverable',
};

export class AssetFilterDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'survey', description: 'Asset type to filter by.' })
  asset_type?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'wells AND NOT asset_type:template',
    description: 'Search query: words and `field:value` terms, with AND, OR, NOT and parentheses.',
  })
  q?: string;

  @OptionalText()
  @ApiPropertyOptional({
    enum: Object.keys(SCOPES),
    description:
      'Scope of the list: owned assets (`private`), granted ones (`shared`), followed public collections (`public`), or all discoverable ones. Default: all that are listed for the caller.',
  })
  status?: string;

  toInput(): AssetFilter {
    const { status, asset_type, q } = this;
    return {
      scope: (status !== undefined && Object.hasOwn(SCOPES, status) && SCOPES[status]) || 'listed',
      // Clients send an empty value for no filter.
      ...(asset_type && { assetType: asset_type }),
      ...(q !== undefined && { search: q }),
    };
  }
}

export class OrderedAssetsDto extends AssetFilterDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: '-date_modified,name',
    description: 'Comma-separated fields, with a minus sign for descending; unknown fields are ignored.',
  })
  ordering?: string;

  @OptionalText()
  @ApiPropertyOptional({ example: 'true', description: '`true` lists collections first. Default: false.' })
  collections_first?: string;

  order(): readonly AssetSortKey[] {
    return readAssetOrder(this.ordering ?? '', isTrue(this.collections_first));
  }
}

export class ListAssetsDto extends OrderedAssetsDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'on',
    description: '`on` adds `metadata`: languages, countries, sectors and organizations of the whole list.',
  })
  metadata?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'true',
    description:
      "`true` restricts `permissions` to the caller's own and to public view and discover permissions. Default: false.",
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
