import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { InvalidError } from '../../domain/errors';
import {
  AUTH_LEVELS,
  type AuthLevel,
  PAYLOAD_FORMATS,
  type PayloadFormat,
  type SubsetField,
  DELIVERY_STATUS,
} from '../../domain/hook/hook-rules';
import { isLongerThan } from '../../domain/text/unstorable-text';
import {
  NotNull,
  OneOf,
  OptionalFlag,
  OptionalLine,
  ParsedBy,
  readLine,
  readText,
  RequiredLine,
  notAList,
} from '../../http/validation/field';
import type { HookInput, NewHookInput } from './hook.service';
import type { LogFilter } from './hook-log.service';

const ENDPOINT = 'https://data.example.org/in';
const SETTINGS = { custom_headers: { 'X-Project': 'wells' }, username: 'ann', password: '********' };

class HookOptionsDto {
  @OptionalFlag()
  @ApiPropertyOptional({ description: 'Whether submissions are sent. Default: true.' })
  active?: boolean;

  @OneOf(PAYLOAD_FORMATS, { required: false })
  @ApiPropertyOptional({ enum: PAYLOAD_FORMATS, description: 'Payload format. Default: `json`.' })
  export_type?: PayloadFormat;

  @OneOf(AUTH_LEVELS, { required: false })
  @ApiPropertyOptional({ enum: AUTH_LEVELS, description: 'Authentication. Default: `no_auth`.' })
  auth_level?: AuthLevel;

  @ParsedBy(readSettings)
  @NotNull()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: SETTINGS,
    description:
      '`custom_headers`, and `username` and `password` for HTTP Basic. Masked values stay unchanged.',
  })
  settings?: unknown;

  @ParsedBy(readSecret)
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description:
      'Signing secret by Standard Webhooks; base64 secrets start with `whsec_`. Write-only; null disables signing.',
  })
  secret?: string | null;

  @OptionalFlag()
  @ApiPropertyOptional({ description: 'Stored for compatibility; no mail is sent. Default: true.' })
  email_notification?: boolean;

  @OptionalFlag()
  @ApiPropertyOptional({
    description: 'Whether changed submissions are sent again. Default: false.',
  })
  send_changes?: boolean;

  @ParsedBy(readSubset)
  @ApiPropertyOptional({
    type: [String],
    example: ['village', 'person/name'],
    description: 'Names or paths of questions to send; empty: all. Default: empty.',
  })
  subset_fields?: SubsetField[];

  @ParsedBy(readTemplate)
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '{"fields": %SUBMISSION%}',
    description: 'JSON template; `%SUBMISSION%` is replaced by the submission.',
  })
  payload_template?: string | null;

  protected options(): HookInput {
    return {
      active: this.active,
      exportType: this.export_type,
      authLevel: this.auth_level,
      settings: this.settings,
      secret: this.secret,
      emailNotification: this.email_notification,
      sendsChanges: this.send_changes,
      subsetFields: this.subset_fields,
      payloadTemplate: this.payload_template,
    };
  }
}

export class CreateHookDto extends HookOptionsDto {
  @ParsedBy(readName, { required: true })
  @ApiProperty({ example: 'My server' })
  name!: string;

  @RequiredLine()
  @ApiProperty({ example: ENDPOINT })
  endpoint!: string;

  toInput(): NewHookInput {
    return { ...this.options(), name: this.name, endpoint: this.endpoint };
  }
}

export class UpdateHookDto extends HookOptionsDto {
  @ParsedBy(readName)
  @ApiPropertyOptional({ example: 'My server' })
  name?: string;

  @OptionalLine()
  @ApiPropertyOptional({ example: ENDPOINT })
  endpoint?: string;

  toInput(): HookInput {
    return { ...this.options(), name: this.name, endpoint: this.endpoint };
  }
}

const MAX_NAME_LENGTH = 255;

function readName(sent: unknown): string {
  const text = readLine(sent);
  if (text === '') throw new InvalidError('This field may not be blank.');
  if (!isLongerThan(MAX_NAME_LENGTH, text)) return text;
  throw new InvalidError(`Ensure this field has no more than ${MAX_NAME_LENGTH} characters.`);
}

/** Parses JSON text of an object; other values are stored unchanged. */
function readSettings(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  try {
    const parsed = JSON.parse(sent) as unknown;
    return typeof parsed === 'object' && parsed !== null ? parsed : sent;
  } catch {
    return sent;
  }
}

const MAX_SECRET_LENGTH = 1024;

function readSecret(sent: unknown): string | null {
  if (sent === null || sent === '') return null;
  const text = readText(sent);
  if (text.length <= MAX_SECRET_LENGTH) return text;
  throw new InvalidError(`Ensure this field has no more than ${MAX_SECRET_LENGTH} characters.`);
}

/** Does not convert numbers, so that clients read back the values they sent. */
function readSubset(sent: unknown): SubsetField[] {
  if (sent === null) throw new InvalidError('This field may not be null.');
  if (!Array.isArray(sent)) throw new InvalidError(notAList(sent));
  return sent.map((each: unknown) => (typeof each === 'number' ? each : readText(each)));
}

function readTemplate(sent: unknown): string | null {
  return sent === null ? null : readLine(sent);
}

const URL_EXAMPLE =
  'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/hooks/hqVSWrmjJxPCEGeFMDKkGz/';

export class HookDto {
  @ApiProperty({ example: URL_EXAMPLE }) url!: string;
  @ApiProperty({ example: `${URL_EXAMPLE}logs/` }) logs_url!: string;
  @ApiProperty({ type: 'integer', example: 7 }) asset!: number;
  @ApiProperty({ example: 'hqVSWrmjJxPCEGeFMDKkGz' }) uid!: string;
  @ApiProperty({ example: 'My server' }) name!: string;
  @ApiProperty({ example: ENDPOINT }) endpoint!: string;
  @ApiProperty() active!: boolean;
  @ApiProperty({ enum: PAYLOAD_FORMATS }) export_type!: string;
  @ApiProperty({ enum: AUTH_LEVELS }) auth_level!: string;
  @ApiProperty({ example: SETTINGS, description: 'Settings; password and secret headers are masked.' })
  settings!: unknown;
  @ApiProperty({ description: 'Whether a secret is set.' }) signed!: boolean;
  @ApiProperty() email_notification!: boolean;
  @ApiProperty() send_changes!: boolean;
  @ApiProperty({ type: 'array', items: {}, example: [] }) subset_fields!: SubsetField[];
  @ApiProperty({ type: String, nullable: true, example: null }) payload_template!: string | null;
  @ApiProperty({ type: 'integer', example: 3 }) success_count!: number;
  @ApiProperty({ type: 'integer', example: 0 }) failed_count!: number;
  @ApiProperty({ type: 'integer', example: 0 }) pending_count!: number;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_modified!: string;
}

const STATUS_NUMBERS: readonly number[] = Object.values(DELIVERY_STATUS);
const TIMESTAMP = { type: String, example: '2026-03-01T00:00:00Z' } as const;

export class ListHookLogsDto {
  @ParsedBy(readStatus)
  @ApiPropertyOptional({
    type: Number,
    enum: STATUS_NUMBERS,
    description: 'Delivery status: 0 failed, 1 pending, 2 success, 3 processing.',
  })
  status?: number;

  @ParsedBy(readTimestamp)
  @ApiPropertyOptional({ ...TIMESTAMP, description: 'Start of the period of `date_modified`, inclusive.' })
  start_date?: Date;

  @ParsedBy(readTimestamp)
  @ApiPropertyOptional({ ...TIMESTAMP, description: 'End of the period of `date_modified`, exclusive.' })
  end_date?: Date;

  toInput(): LogFilter {
    return { status: this.status, startDate: this.start_date, endDate: this.end_date };
  }
}

function readStatus(sent: unknown): number | undefined {
  const text = readText(sent);
  if (text === '') return undefined;
  const status = STATUS_NUMBERS.find((number) => String(number) === text);
  if (status !== undefined) return status;
  throw new InvalidError(`Select a valid choice. ${text} is not one of the available choices.`);
}

const DATE_OR_TIMESTAMP = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads a date or timestamp; UTC without a zone. */
function readTimestamp(sent: unknown): Date | undefined {
  const text = readText(sent).trim();
  if (text === '') return undefined;
  const hasZone = text.length <= 10 || /(Z|[+-]\d{2}:?\d{2})$/.test(text.slice(10));
  const timestamp = DATE_OR_TIMESTAMP.test(text)
    ? new Date(`${text.replace(' ', 'T')}${hasZone ? '' : 'Z'}`)
    : undefined;
  if (timestamp !== undefined && !Number.isNaN(timestamp.getTime())) return timestamp;
  throw new InvalidError('Enter a valid date/time.');
}

const LOG_URL_EXAMPLE =
  'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/hooks/hqVSWrmjJxPCEGeFMDKkGz/logs/hlu8bwWkFYpcnVSVTxRQKsa/';

export class HookLogDto {
  @ApiProperty({ example: LOG_URL_EXAMPLE }) url!: string;
  @ApiProperty({ example: 'hlu8bwWkFYpcnVSVTxRQKsa' }) uid!: string;
  @ApiProperty({ type: 'integer', example: 1234 }) submission_id!: number;
  @ApiProperty({ type: 'integer', example: 1 }) tries!: number;
  @ApiProperty({ enum: STATUS_NUMBERS }) status!: number;
  @ApiProperty({ enum: Object.keys(DELIVERY_STATUS) }) status_str!: string;
  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 200,
    description: 'HTTP status of the response; null without one.',
  })
  status_code!: number | null;
  @ApiProperty({ example: 'ok', description: 'Response text without tags, or the error.' }) message!: string;
  @ApiProperty({ enum: ['created', 'updated'] }) event!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_modified!: string;
}

export class RetriedDeliveryDto {
  @ApiProperty({ example: 'ok' }) detail!: string;
  @ApiProperty({ type: 'integer', nullable: true, example: 200 }) status_code!: number | null;
}

export class RetriedDeliveriesDto {
  @ApiProperty({ example: 'Task successfully scheduled' }) detail!: string;
  @ApiProperty({ type: [String], example: ['hlu8bwWkFYpcnVSVTxRQKsa'] }) pending_uids!: string[];
}
