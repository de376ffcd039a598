import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { FILE_TYPES, type FileType } from '../../domain/media/file-upload';
import type { UploadedFile } from '../../domain/file/staged-file';
import { OneOf, OptionalLine, OptionalObject, OptionalText } from '../../http/validation/field';
import type { AssetFileInput } from './asset-file.service';

const freeObject = { type: 'object', additionalProperties: true } as const;

export class ListAssetFilesDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'form_media',
    description: 'File type to filter by. Default: all types but paired data.',
  })
  file_type?: string;
}

export class CreateAssetFileDto {
  @OneOf(FILE_TYPES, { required: true })
  @ApiProperty({ enum: FILE_TYPES })
  file_type!: FileType;

  @OptionalLine(255)
  @ApiPropertyOptional({ example: 'A crab' })
  description?: string;

  @OptionalObject()
  @ApiPropertyOptional({
    ...freeObject,
    example: {},
    description:
      '`filename` with `base64Encoded`, or `redirect_url` of a remote file; other keys are stored as sent.',
  })
  metadata?: Record<string, unknown>;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'data:image/png;base64,iVBORw0KGgo=',
    description: 'The file as a base64 data URL.',
  })
  base64Encoded?: string;

  /** For the API description only: the file is read as a multipart part, not as a field. */
  @ApiPropertyOptional({
    type: 'string',
    format: 'binary',
    description: 'The file; multipart/form-data only.',
  })
  content?: never;

  toInput(part: UploadedFile | undefined): AssetFileInput {
    const { file_type: fileType, description = '', metadata, base64Encoded = '' } = this;
    return {
      fileType,
      description,
      metadata,
      part,
      base64: base64Encoded === '' ? undefined : base64Encoded,
    };
  }
}

const URL_EXAMPLE =
  'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/files/afQoJxA4kmKEXVpkH6SYbhb/';

export class AssetFileDto {
  @ApiProperty({ example: 'afQoJxA4kmKEXVpkH6SYbhb' }) uid!: string;
  @ApiProperty({ example: URL_EXAMPLE }) url!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/' })
  asset!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/users/ann/' }) user!: string;
  @ApiProperty({ example: 'ann' }) user__username!: string;
  @ApiProperty({ enum: FILE_TYPES }) file_type!: string;
  @ApiProperty({ example: 'A crab' }) description!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
  @ApiProperty({ example: `${URL_EXAMPLE}content/` }) content!: string;
  @ApiProperty({
    ...freeObject,
    example: { hash: 'md5:b357a19c87624c7c4d131aeeb4ae677f', filename: 'crab.png', mimetype: 'image/png' },
    description: 'Metadata of the file; with `redirect_url` for a remote one.',
  })
  metadata!: object;
}

export class AddedFileDto extends AssetFileDto {
  @ApiPropertyOptional({
    type: [String],
    example: ['Columns are separated by semicolons. Separate them by commas.'],
    description:
      'CSV of the form: encoding, separators, columns and rows that devices can not read; absent without any.',
  })
  warnings?: string[];
}
