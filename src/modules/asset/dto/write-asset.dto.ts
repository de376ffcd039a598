import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { parseTagString } from '../../../domain/asset/tag-string';
import { ASSET_TYPES, type AssetType } from '../../../domain/content/asset-type';
import { NotFoundError } from '../../../domain/errors';
import {
  EMPTY_TEXT,
  NotNull,
  OneOf,
  OptionalLine,
  OptionalObject,
  OptionalSheets,
  OptionalText,
  Unsupported,
} from '../../../http/validation/field';
import type { AssetInput } from '../asset.service';

const freeObject = (example: unknown) =>
  ({
    type: 'object',
    additionalProperties: true,
    example,
    description: 'An object, or JSON text of one.',
  }) as const;

/** What may be written of an asset. All else in the body is left alone, for clients send along what they received. */
export class PatchAssetDto {
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

  @OptionalText()
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

  @Unsupported('Assets can not be put into collections yet; leave parent out.')
  parent?: unknown;

  @NotNull()
  @Unsupported('Sharing data between projects is not supported yet; leave data_sharing out.')
  data_sharing?: unknown;

  @Unsupported('Cloning is not supported yet; send the content of the source.')
  clone_from?: unknown;

  /**
   * What was not sent stays absent.
   * @throws NotFoundError for a clone of nothing
   */
  toInput(): AssetInput {
    if (this.clone_from !== undefined) throw new NotFoundError();
    return {
      ...(this.name !== undefined && { name: this.name }),
      ...(this.content !== undefined && { content: this.content }),
      ...(this.settings !== undefined && { settings: this.settings === EMPTY_TEXT ? null : this.settings }),
      ...(this.tag_string !== undefined && { tags: parseTagString(this.tag_string) }),
      ...(this.report_styles !== undefined && { reportStyles: this.report_styles }),
      ...(this.report_custom !== undefined && { reportCustom: this.report_custom }),
      ...(this.map_styles !== undefined && { mapStyles: this.map_styles }),
      ...(this.map_custom !== undefined && { mapCustom: this.map_custom }),
      ...(this.advanced_features !== undefined && { advancedFeatures: this.advanced_features }),
    };
  }
}

export class CreateAssetDto extends PatchAssetDto {
  @OneOf(ASSET_TYPES, { required: true })
  @ApiProperty({ enum: ASSET_TYPES, example: 'survey' })
  asset_type!: AssetType;
}
