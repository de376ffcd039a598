import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ASSET_TYPES, type AssetType } from '../../../domain/content/asset-type';
import { InvalidError } from '../../../domain/errors';
import type { ImportRequest } from '../../../domain/import/import-request';
import { TASK_STATUSES } from '../../../domain/task/task-status';
import type { UploadedFile } from '../../../domain/file/uploaded-file';
import { OneOf, OptionalLine, OptionalText, ReadBy, readText } from '../../../http/validation/field';
import { LinkOrNothing } from '../../../http/validation/link-to';
import type { ImportInput } from '../import.service';

/** What a file can become: a collection holds assets and no questions. */
const IMPORTABLE: readonly AssetType[] = ASSET_TYPES.filter((type) => type !== 'collection');

/** Everything else is true (contract-assets 6). */
const FALSE = /^false$/i;

/** Forms send what was left open as empty text. */
const EmptyIsAbsent = () => Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value));

export class CreateImportDto {
  @ReadBy(readBase64)
  @ApiPropertyOptional({ type: String, description: '`base64:` or a data URL, and the workbook in base64.' })
  base64Encoded?: Buffer;

  /** For the description alone: a file comes beside the fields, and no field of its name is read. */
  @ApiPropertyOptional({ type: 'string', format: 'binary', description: 'The workbook; in multipart alone.' })
  file?: never;

  @OptionalText(4096)
  @ApiPropertyOptional({
    example: 'https://files.example.org/baseline.xlsx',
    description: 'Where to download the workbook from, when none is sent.',
  })
  url?: string;

  @OptionalLine(255)
  @ApiPropertyOptional({ example: 'Baseline survey' })
  name?: string;

  @LinkOrNothing('assets')
  @ApiPropertyOptional({ description: 'URL of the asset to overwrite.' })
  destination?: string;

  @ReadBy((sent) => !FALSE.test(String(sent)))
  @ApiPropertyOptional({
    type: Boolean,
    description: 'False makes a survey; anything else, also nothing, a question or block of the library.',
  })
  library?: boolean;

  @EmptyIsAbsent()
  @OneOf(IMPORTABLE, { required: false })
  @ApiPropertyOptional({ enum: IMPORTABLE })
  desired_type?: AssetType;

  /** The upload in the words of the service (contract-assets 6). */
  toInput(file: UploadedFile | undefined): ImportInput {
    const { desired_type: desiredType, destination, name = '', url = '' } = this;
    const request: ImportRequest = {
      // False makes a survey; anything else, also nothing, is for the library, unless a survey is named.
      library: desiredType !== 'survey' && this.library !== false,
      ...(name !== '' && { name: withoutEnding(name) }),
      ...(destination !== undefined && { destination }),
      ...(desiredType !== undefined && { desiredType }),
      ...(url !== '' && { url }),
    };
    return { request, source: this.base64Encoded ?? file?.draft ?? null };
  }
}

function withoutEnding(name: string): string {
  return name.replace(/\.(xlsx?|ods|csv)$/i, '');
}

/** Everything behind the word base64 and the character after it. Empty text counts as not sent. */
function readBase64(sent: unknown): Buffer | undefined {
  const text = readText(sent);
  if (text === '') return undefined;
  const mark = /base64[:,]/.exec(text);
  const data = mark === null ? '' : text.slice(mark.index + mark[0].length).replace(/\s+/g, '');
  if (data === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) {
    throw new InvalidError('Send `base64:` and the workbook in base64 after it.');
  }
  return Buffer.from(data, 'base64');
}

export class StartedImportDto {
  @ApiProperty({ example: 'iGYqwPmrQTNoCiBCi6rDtm' })
  uid!: string;

  @ApiProperty({ example: 'https://survey.example.org/api/v2/imports/iGYqwPmrQTNoCiBCi6rDtm/' })
  url!: string;

  @ApiProperty({ example: 'processing' })
  status!: string;
}

export class ImportDto extends StartedImportDto {
  @ApiProperty({ enum: TASK_STATUSES })
  declare status: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: {},
    description:
      'Empty while the import runs; then `created` or `updated` with the asset, and `warnings` when anything about the form is doubtful; or `error` with `error_type` and, for a form with mistakes, `problems` by sheet, row and column.',
  })
  messages!: object;

  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' })
  date_created!: string;
}
