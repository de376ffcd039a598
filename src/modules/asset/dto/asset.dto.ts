import { ApiProperty } from '@nestjs/swagger';
import { ASSET_TYPES } from '../../../domain/content/asset-type';
import { AssetFileDto } from '../../media/dto/asset-file.dto';
import { PermissionAssignmentDto } from '../../permission/dto/permission.dto';

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
