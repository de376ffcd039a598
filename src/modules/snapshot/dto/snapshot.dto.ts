import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { OptionalObject, OptionalSheets } from '../../../http/validation/field';
import { OptionalLink } from '../../../http/validation/link-to';
import type { SnapshotInput } from '../snapshot.service';

const URL_EXAMPLE = 'https://survey.example.org/api/v2/asset_snapshots/sSAvYreNzVEkrWg5Gdcvg9';
const SOURCE = { survey: [{ type: 'text', name: 'full_name', label: 'What is your name?' }], settings: {} };

/** Clients send null for absent values. */
const NullIsAbsent = () => Transform(({ value }: { value: unknown }) => value ?? undefined);

export class CreateSnapshotDto {
  @OptionalLink('assets')
  @ApiPropertyOptional({
    example: '/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg9/',
    description: 'URL of an asset that the caller may view; its latest version is compiled.',
  })
  asset?: string;

  @NullIsAbsent()
  @OptionalSheets()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: SOURCE,
    description: 'Content to compile instead of the asset’s: an object, or its JSON text.',
  })
  source?: Record<string, unknown> | Uint8Array;

  @NullIsAbsent()
  @OptionalObject()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { note: 'For training only.' },
    description: '`note`: text shown before the first question.',
  })
  details?: Record<string, unknown>;

  toInput(): SnapshotInput {
    const note = this.details?.['note'];
    return {
      ...(typeof note === 'string' && note !== '' && { note }),
      ...(this.asset !== undefined && { assetUid: this.asset }),
      ...(this.source !== undefined && !isEmptySource(this.source) && { source: this.source }),
    };
  }
}

/** True for empty text and for an object without sheets. */
function isEmptySource(source: Record<string, unknown> | Uint8Array): boolean {
  return !(source instanceof Uint8Array) && Object.keys(source).length === 0;
}

export class SnapshotDto {
  @ApiProperty({ example: `${URL_EXAMPLE}/` }) url!: string;
  @ApiProperty({ example: 'sSAvYreNzVEkrWg5Gdcvg9' }) uid!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/mary/' }) owner!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
  @ApiProperty({
    example: `${URL_EXAMPLE}.xml`,
    description: 'URL of the XForm, public to anyone who knows it.',
  })
  xml!: string;
  @ApiProperty({ example: `${URL_EXAMPLE}/preview/` }) enketopreviewlink!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg9/',
  })
  asset!: string | null;
  @ApiProperty({
    type: Number,
    nullable: true,
    example: 12,
    description: 'Id of the compiled version; null if compiled from `source`.',
  })
  asset_version_id!: number | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { status: 'success', warnings: [] },
  })
  details!: object;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Compiled content.' })
  source!: object;
}
