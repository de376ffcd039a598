import { ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText, Unsupported } from '../../../http/validation/field';
import type { AssetFilter } from '../asset-view.service';

/** Of a parameter that other services know: what it asks for would be missing from an answer that looks complete. */
const NOT_YET = 'This parameter is not supported yet; leave it out.';

/** What of an asset is shown. */
export class AssetFieldsDto {
  @Unsupported(NOT_YET)
  exclude?: unknown;
}

/** Which assets a list is about. */
export class ListAssetsDto extends AssetFieldsDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'survey', description: 'Only assets of this type.' })
  asset_type?: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'wells AND NOT asset_type:template',
    description: 'A search: words and `field:value`, joined by AND, OR and NOT, in brackets where need be.',
  })
  q?: string;

  @Unsupported(NOT_YET)
  status?: unknown;

  @Unsupported(NOT_YET)
  ordering?: unknown;

  @Unsupported(NOT_YET, ['false'])
  collections_first?: unknown;

  @Unsupported(NOT_YET, ['off'])
  metadata?: unknown;

  @Unsupported(NOT_YET, ['false'])
  current_user_permissions_only?: unknown;

  toInput(): AssetFilter {
    return {
      ...(this.asset_type !== undefined && { assetType: this.asset_type }),
      ...(this.q !== undefined && { search: this.q }),
    };
  }
}
