import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { parseTagString } from '../../../domain/asset/tag-string';
import { readLanguages } from '../../../domain/content/standard/change-languages';
import { ASSET_TYPES, type AssetType } from '../../../domain/content/asset-type';
import {
  EMPTY_TEXT,
  NameOrUnknown,
  NeededUnless,
  OneOf,
  OptionalLine,
  OptionalObject,
  OptionalSheets,
  ReadBy,
} from '../../../http/validation/field';
import { LinkOrNull } from '../../../http/validation/link-to';
import type { AssetChange } from '../asset.service';
import type { CloneRequest } from '../clone.service';
import type { AssetInput, NewAsset } from '../new-asset.service';

const freeObject = (example: unknown) =>
  ({
    type: 'object',
    additionalProperties: true,
    example,
    description: 'An object, or JSON text of one.',
  }) as const;

/** What may be written of an asset. All else in the body is left alone, for clients send along what they received. */
abstract class WrittenAssetDto {
  @OptionalLine(255)
  @ApiPropertyOptional({ example: 'Baseline survey', maxLength: 255 })
  name?: string;

  @OptionalSheets()
  @ApiPropertyOptional(
    freeObject({
      survey: [{ type: 'text', name: 'full_name', label: 'What is your name?' }],
      choices: [],
      settings: {},
    }),
  )
  content?: Record<string, unknown> | Uint8Array;

  @OptionalObject()
  @ApiPropertyOptional(
    freeObject({ description: 'Baseline', sector: 'Health', country: 'France', 'share-metadata': false }),
  )
  settings?: Record<string, unknown>;

  @OptionalLine()
  @ApiPropertyOptional({ example: 'health,2026', description: 'Tags parted by commas; replaces all.' })
  tag_string?: string;

  @OptionalObject()
  @ApiPropertyOptional(freeObject({}))
  report_styles?: Record<string, unknown>;

  @OptionalObject()
  @ApiPropertyOptional(freeObject({}))
  report_custom?: Record<string, unknown>;

  @OptionalObject()
  @ApiPropertyOptional(freeObject({}))
  map_styles?: Record<string, unknown>;

  @OptionalObject()
  @ApiPropertyOptional(freeObject({}))
  map_custom?: Record<string, unknown>;

  @OptionalObject()
  @ApiPropertyOptional(freeObject({}))
  advanced_features?: Record<string, unknown>;

  @LinkOrNull('assets')
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/',
    description: 'The collection that it goes into; null, or empty text, for none.',
  })
  parent?: string | null;

  @OptionalObject({ takesEmptyList: false })
  @ApiPropertyOptional({
    ...freeObject({ enabled: true, fields: ['group/question'] }),
    description:
      'Whether other assets may be paired with the submissions, and with which questions; none are all.',
  })
  data_sharing?: Record<string, unknown>;

  @NameOrUnknown()
  @ApiPropertyOptional({
    example: 'aSAvYreNzVEkrWg5Gdcvg2',
    description: 'Uid of an asset to clone: what else is sent stands in the place of what that has.',
  })
  clone_from?: string;

  @NameOrUnknown()
  @ApiPropertyOptional({
    example: 'vWvkKzNE8xCtfApJvabfjG',
    description: 'Version of that asset; the newest where none is named.',
  })
  clone_from_version_id?: string;

  /** What was not sent stays absent. */
  protected values(): AssetInput {
    return {
      ...(this.name !== undefined && { name: this.name }),
      ...(this.content !== undefined && { content: this.content }),
      ...(this.settings !== undefined && { settings: this.settings === EMPTY_TEXT ? null : this.settings }),
      ...(this.parent !== undefined && { parent: this.parent }),
      ...(this.tag_string !== undefined && { tags: parseTagString(this.tag_string) }),
      ...(this.report_styles !== undefined && { reportStyles: this.report_styles }),
      ...(this.report_custom !== undefined && { reportCustom: this.report_custom }),
      ...(this.map_styles !== undefined && { mapStyles: this.map_styles }),
      ...(this.map_custom !== undefined && { mapCustom: this.map_custom }),
      ...(this.data_sharing !== undefined && { dataSharing: this.data_sharing }),
      ...(this.advanced_features !== undefined && { advancedFeatures: this.advanced_features }),
    };
  }

  protected change(assetType: AssetType | undefined): AssetChange {
    const cloneOf = this.clone();
    return {
      ...this.values(),
      ...(assetType !== undefined && { assetType }),
      ...(cloneOf !== undefined && { cloneOf }),
    };
  }

  protected clone(): CloneRequest | undefined {
    if (this.clone_from === undefined) return undefined;
    const { clone_from: assetUid, clone_from_version_id: versionUid } = this;
    return { assetUid, ...(versionUid !== undefined && { versionUid }) };
  }
}

export class CreateAssetDto extends WrittenAssetDto {
  @NeededUnless('clone_from')
  @OneOf(ASSET_TYPES, { required: true })
  @ApiPropertyOptional({
    enum: ASSET_TYPES,
    example: 'survey',
    description: 'A clone is of the type of its source where none is named; all others must name one.',
  })
  asset_type?: AssetType;

  toInput(): NewAsset {
    const [of, input] = [this.clone(), this.values()];
    // Checked to be there where nothing is cloned.
    return of === undefined
      ? { kind: 'blank', assetType: this.asset_type!, input }
      : { kind: 'clone', of, assetType: this.asset_type, input };
  }
}

export class PatchAssetDto extends WrittenAssetDto {
  @ReadBy(readLanguages)
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', nullable: true },
    example: ['English (en)', 'Swahili (sw)'],
    description:
      'Languages of the form: those that it has in another order, one renamed, one more, or all but the last. Also as JSON text.',
  })
  translations?: (string | null)[];

  @OneOf(ASSET_TYPES, { required: false })
  @ApiPropertyOptional({ enum: ASSET_TYPES, example: 'survey' })
  asset_type?: AssetType;

  toInput(): AssetChange {
    const change = this.change(this.asset_type);
    return this.translations === undefined ? change : { ...change, languages: this.translations };
  }
}

/** As a PATCH; clients that send it send everything, and the type at least. */
export class PutAssetDto extends WrittenAssetDto {
  @OneOf(ASSET_TYPES, { required: true })
  @ApiProperty({ enum: ASSET_TYPES, example: 'survey' })
  asset_type!: AssetType;

  toInput(): AssetChange {
    return this.change(this.asset_type);
  }
}
