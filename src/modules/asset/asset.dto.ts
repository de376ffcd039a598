import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ASSET_TYPES } from '../../domain/content/content';
import { AssetFileDto } from '../media/asset-file.dto';
import { PermissionAssignmentDto } from '../permission/permission.dto';
import { OptionalText } from '../../http/validation/field';
import type { AssetScope } from '../../domain/asset/asset-status';
import { type AssetSortKey, readAssetOrder } from '../../domain/query/asset-field';
import type { AssetFilter, AssetListing } from './asset-list.service';

const URL_EXAMPLE = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/';
const DATE_EXAMPLE = '2026-03-01T08:00:00.123000Z';
const nullableText = { type: String, nullable: true } as const;
const freeObject = { type: 'object', additionalProperties: true } as const;

export class AssetDto {
  @ApiProperty({ example: URL_EXAMPLE }) url!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' }) owner!: string;
  @ApiProperty({ example: 'ann' }) owner__username!: string;
  @ApiProperty({ example: 'ann' }) owner_label!: string;
  @ApiProperty({ ...nullableText, example: 'ann' }) created_by!: string | null;
  @ApiProperty({ ...nullableText, example: 'ann' }) last_modified_by!: string | null;
  @ApiProperty({ example: 'aSAvYreNzVEkrWg5Gdcvg2' }) uid!: string;
  @ApiProperty({ example: 'asset' }) kind!: string;
  @ApiProperty({ example: 'Baseline survey' }) name!: string;
  @ApiProperty({ enum: ASSET_TYPES }) asset_type!: string;
  @ApiProperty({ ...nullableText, example: null }) parent!: string | null;
  @ApiProperty({ ...freeObject, example: { description: '', sector: '', country: '' } })
  settings!: Record<string, unknown>;
  @ApiProperty({ ...freeObject, example: { geo: false, row_count: 1 } }) summary!: Record<string, unknown>;
  @ApiProperty({ example: 'health,2026' }) tag_string!: string;
  @ApiProperty({ example: DATE_EXAMPLE }) date_created!: string;
  @ApiProperty({ example: DATE_EXAMPLE }) date_modified!: string;
  @ApiProperty({ ...nullableText, example: DATE_EXAMPLE }) date_deployed!: string | null;
  @ApiProperty({ ...nullableText, example: 'vWvkKzNE8xCtfApJvabfjG' }) version_id!: string | null;
  @ApiProperty() has_deployment!: boolean;
  @ApiProperty({ ...nullableText, example: 'vWvkKzNE8xCtfApJvabfjG' }) deployed_version_id!: string | null;
  @ApiProperty() deployment__active!: boolean;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 12,
    description: 'Number of submissions; null for callers who may not view all of them.',
  })
  deployment__submission_count!: number | null;
  @ApiProperty({ ...nullableText, example: DATE_EXAMPLE }) deployment__last_submission_time!: string | null;
  @ApiProperty() deployment__encrypted!: boolean;
  @ApiProperty({ ...nullableText, example: '8b1f0c0f6b1a4f0ab3f4a1c0aa0d2a11' })
  deployment__uuid!: string | null;
  @ApiProperty({ enum: ['draft', 'deployed', 'archived', '-'] }) deployment_status!: string;
  @ApiProperty({ type: 'array', items: freeObject }) downloads!: object[];
  @ApiProperty({ example: `${URL_EXAMPLE}data/` }) data!: string;
  @ApiProperty({ type: [PermissionAssignmentDto] }) permissions!: PermissionAssignmentDto[];
  @ApiProperty({ type: 'array', items: freeObject }) export_settings!: object[];
  @ApiProperty({ ...freeObject, example: { count: 0 } }) children!: object;
  @ApiProperty({ example: 0 }) subscribers_count!: number;
  @ApiProperty({ enum: ['private', 'shared', 'public', 'public-discoverable'] }) status!: string;
  @ApiProperty({ type: [String], nullable: true, example: null }) access_types!: string[] | null;
  @ApiProperty({ ...freeObject, example: { enabled: false, fields: [] } }) data_sharing!: object;
}

export class AssetDetailDto extends AssetDto {
  @ApiProperty({ ...nullableText, example: '0b5f2c1d4e6f708192a3b4c5d6e7f80910111213' })
  version__content_hash!: string | null;
  @ApiProperty({ example: 3 }) version_count!: number;
  @ApiProperty(freeObject) deployed_versions!: object;
  @ApiProperty(freeObject) deployment__links!: object;
  @ApiProperty(freeObject) deployment__data_download_links!: object;
  @ApiProperty(freeObject) report_styles!: object;
  @ApiProperty(freeObject) report_custom!: object;
  @ApiProperty(freeObject) map_styles!: object;
  @ApiProperty(freeObject) map_custom!: object;
  @ApiProperty(freeObject) advanced_features!: object;
  @ApiProperty(freeObject) analysis_form_json!: object;
  @ApiProperty(freeObject) content!: object;
  @ApiProperty({ type: 'array', items: freeObject }) embeds!: object[];
  @ApiProperty({ example: `${URL_EXAMPLE}xls/` }) xls_link!: string;
  @ApiProperty({ example: `${URL_EXAMPLE}xform/` }) xform_link!: string;
  @ApiProperty({ example: `${URL_EXAMPLE}hooks/` }) hooks_link!: string;
  @ApiProperty({ example: `${URL_EXAMPLE}exports/` }) exports!: string;
  @ApiProperty({ example: `${URL_EXAMPLE}paired-data/` }) paired_data!: string;
  @ApiProperty({ type: [AssetFileDto] }) files!: AssetFileDto[];
  @ApiProperty({ type: 'array', items: freeObject }) assignable_permissions!: object[];
  @ApiProperty({ type: 'array', items: freeObject }) effective_permissions!: object[];
  @ApiProperty({ ...freeObject, nullable: true, example: null }) project_ownership!: object | null;
}

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

export class ShownFieldsDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'content,summary',
    description: 'Comma-separated asset keys to omit from the response.',
  })
  exclude?: string;

  excluded(): ReadonlySet<string> {
    return new Set(this.exclude?.split(',').map((key) => key.trim()));
  }
}

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
