import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { OptionalObject, OptionalSheets } from '../../../http/validation/field';
import { LinkOrNothing } from '../../../http/validation/link-to';
import type { SnapshotInput } from '../snapshot.service';

const URL_EXAMPLE = 'https://survey.example.org/api/v2/asset_snapshots/sSAvYreNzVEkrWg5Gdcvg9';
const SOURCE = { survey: [{ type: 'text', name: 'full_name', label: 'What is your name?' }], settings: {} };

/** Clients send null for what they leave out. */
const NullIsAbsent = () => Transform(({ value }: { value: unknown }) => value ?? undefined);

export class CreateSnapshotDto {
  @LinkOrNothing('assets')
  @ApiPropertyOptional({
    example: '/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg9/',
    description: 'URL of an asset that the caller may view; its newest version is compiled.',
  })
  asset?: string;

  @NullIsAbsent()
  @OptionalSheets()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: SOURCE,
    description: 'Content to compile in the place of the asset’s: an object, or JSON text of one.',
  })
  source?: Record<string, unknown> | Uint8Array;

  @NullIsAbsent()
  @OptionalObject()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { note: 'For training only.' },
    description: '`note`: what people read before the first question.',
  })
  details?: Record<string, unknown>;

  toInput(): SnapshotInput {
    const note = this.details?.['note'];
    return {
      ...(typeof note === 'string' && note !== '' && { note }),
      ...(this.asset !== undefined && { assetUid: this.asset }),
      ...(this.source !== undefined && !isNothing(this.source) && { source: this.source }),
    };
  }
}

/** Empty text, and an object without sheets. */
function isNothing(source: Record<string, unknown> | Uint8Array): boolean {
  return !(source instanceof Uint8Array) && Object.keys(source).length === 0;
}

export class SnapshotDto {
  @ApiProperty({ example: `${URL_EXAMPLE}/` })
  url!: string;

  @ApiProperty({ example: 'sSAvYreNzVEkrWg5Gdcvg9' })
  uid!: string;

  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/mary/' })
  owner!: string;

  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' })
  date_created!: string;

  @ApiProperty({ example: `${URL_EXAMPLE}.xml`, description: 'The XForm; for everybody who has this URL.' })
  xml!: string;

  @ApiProperty({ example: `${URL_EXAMPLE}/preview/` })
  enketopreviewlink!: string;

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
    description: 'Number of the version that was compiled; null for a source.',
  })
  asset_version_id!: number | null;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { status: 'success', warnings: [] },
  })
  details!: object;

  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The content that was compiled.' })
  source!: object;
}
