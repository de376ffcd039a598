import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { parseTagString } from '../../domain/asset/settings-rules';
import { readLanguages } from '../../domain/content/standard/change-languages';
import { ASSET_TYPES, type AssetType } from '../../domain/content/content';
import {
  EMPTY_TEXT,
  NameOrUnknown,
  RequiredUnless,
  OneOf,
  OptionalLine,
  OptionalObject,
  OptionalSheets,
  ParsedBy,
} from '../../http/validation/field';
import { LinkOrNull } from '../../http/validation/link-to';
import type { AssetChange } from './asset.service';
import type { CloneRequest, AssetInput, CreateAssetInput } from './new-asset.service';

const freeObject = (example: unknown, subject: string) =>
  ({
    type: 'object',
    additionalProperties: true,
    example,
    description: `${subject}, as an object or its JSON text.`,
  }) as const;

/** Writable fields. Ignores others, since clients send back whole responses. */
abstract class WrittenAssetDto {
  @OptionalLine(255)
  @ApiPropertyOptional({ example: 'Baseline survey', maxLength: 255 })
  name?: string;

  @OptionalSheets()
  @ApiPropertyOptional(
    freeObject(
      {
        survey: [{ type: 'text', name: 'full_name', label: 'What is your name?' }],
        choices: [],
        settings: {},
      },
      'Sheets of the form with their rows',
    ),
  )
  content?: Record<string, unknown> | Uint8Array;

  @OptionalObject()
  @ApiPropertyOptional(
    freeObject(
      { description: 'Baseline', sector: 'Health', country: 'France', 'share-metadata': false },
      'Settings of the project, merged key by key (empty text resets them)',
    ),
  )
  settings?: Record<string, unknown>;

  @OptionalLine()
  @ApiPropertyOptional({ example: 'health,2026', description: 'Comma-separated tags; replaces all.' })
  tag_string?: string;

  @OptionalObject()
  @ApiPropertyOptional(freeObject({}, 'Chart styles of reports, stored for clients'))
  report_styles?: Record<string, unknown>;

  @OptionalObject()
  @ApiPropertyOptional(freeObject({}, 'Custom reports, stored for clients'))
  report_custom?: Record<string, unknown>;

  @OptionalObject()
  @ApiPropertyOptional(freeObject({}, 'Map styles, stored for clients'))
  map_styles?: Record<string, unknown>;

  @OptionalObject()
  @ApiPropertyOptional(freeObject({}, 'Custom maps, stored for clients'))
  map_custom?: Record<string, unknown>;

  @OptionalObject()
  @ApiPropertyOptional(freeObject({}, 'Transcription and translation settings, stored for clients'))
  advanced_features?: Record<string, unknown>;

  @LinkOrNull('assets')
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/',
    description: 'URL of the parent collection; null or empty text for none.',
  })
  parent?: string | null;

  @OptionalObject({ takesEmptyList: false })
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { enabled: true, fields: ['group/question'] },
    description:
      'Sharing of submissions with paired assets, restricted to `fields`; an empty list shares all questions.',
  })
  data_sharing?: Record<string, unknown>;

  @NameOrUnknown()
  @ApiPropertyOptional({
    example: 'aSAvYreNzVEkrWg5Gdcvg2',
    description: 'Uid of the asset to clone; other fields override those of the source.',
  })
  clone_from?: string;

  @NameOrUnknown()
  @ApiPropertyOptional({
    example: 'vWvkKzNE8xCtfApJvabfjG',
    description: 'Uid of the version to clone. Default: the newest.',
  })
  clone_from_version_id?: string;

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
  @RequiredUnless('clone_from')
  @OneOf(ASSET_TYPES, { required: true })
  @ApiPropertyOptional({
    enum: ASSET_TYPES,
    example: 'survey',
    description: 'Required, except with `clone_from`, where it defaults to the type of the source.',
  })
  asset_type?: AssetType;

  toInput(): CreateAssetInput {
    const [of, input] = [this.clone(), this.values()];
    // Validated to be present unless cloning.
    return of === undefined
      ? { kind: 'blank', assetType: this.asset_type!, input }
      : { kind: 'clone', of, assetType: this.asset_type, input };
  }
}

export class PatchAssetDto extends WrittenAssetDto {
  @ParsedBy(readLanguages)
  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', nullable: true },
    example: ['English (en)', 'Swahili (sw)'],
    description:
      'Languages of the form: the current ones reordered, one renamed, one added, or without the last. An array, or its JSON text.',
  })
  translations?: (string | null)[];

  @OneOf(ASSET_TYPES, { required: false })
  @ApiPropertyOptional({ enum: ASSET_TYPES, example: 'survey' })
  asset_type?: AssetType;

  @NameOrUnknown()
  @ApiPropertyOptional({
    example: 'vWvkKzNE8xCtfApJvabfjG',
    description:
      'Uid of the version that the change was made from (`version_id`). If another one was saved since, the response is 409 and nothing is saved. Default: no check.',
  })
  base_version_id?: string;

  toInput(): AssetChange {
    const { translations: languages, base_version_id: baseVersionUid } = this;
    return {
      ...this.change(this.asset_type),
      ...(languages !== undefined && { languages }),
      ...(baseVersionUid !== undefined && { baseVersionUid }),
    };
  }
}

/** Like PATCH, with a required type. */
export class PutAssetDto extends WrittenAssetDto {
  @OneOf(ASSET_TYPES, { required: true })
  @ApiProperty({ enum: ASSET_TYPES, example: 'survey' })
  asset_type!: AssetType;

  toInput(): AssetChange {
    return this.change(this.asset_type);
  }
}
