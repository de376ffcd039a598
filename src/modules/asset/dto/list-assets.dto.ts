import { ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';
import type { AssetFilter } from '../asset-view.service';

/** Which assets a list is about. */
export class ListAssetsDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'survey', description: 'Only assets of this type.' })
  asset_type?: string;

  toInput(): AssetFilter {
    return { ...(this.asset_type !== undefined && { assetType: this.asset_type }) };
  }
}
