import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { InvalidError } from '../../../domain/errors';
import {
  AUTH_LEVELS,
  type AuthLevel,
  EXPORT_TYPES,
  type ExportType,
  type SubsetField,
} from '../../../domain/hook/hook';
import { isLongerThan } from '../../../domain/text/text-length';
import {
  NotNull,
  OneOf,
  OptionalFlag,
  OptionalLine,
  ReadBy,
  readLine,
  readText,
  RequiredLine,
} from '../../../http/validation/field';
import { notAList } from '../../../http/validation/wire-type';
import type { HookInput, NewHookInput } from '../hook.service';

const ENDPOINT = 'https://data.example.org/in';
const SETTINGS = { custom_headers: { 'X-Project': 'wells' }, username: 'ann', password: '********' };

/** What may be said of a hook, now or later. */
class HookOptionsDto {
  @OptionalFlag()
  @ApiPropertyOptional({ description: 'Whether anything is sent; true at first.' })
  active?: boolean;

  @OneOf(EXPORT_TYPES, { required: false })
  @ApiPropertyOptional({ enum: EXPORT_TYPES })
  export_type?: ExportType;

  @OneOf(AUTH_LEVELS, { required: false })
  @ApiPropertyOptional({ enum: AUTH_LEVELS })
  auth_level?: AuthLevel;

  @ReadBy(readSettings)
  @NotNull()
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: SETTINGS,
    description:
      '`custom_headers`, and `username` and `password` for Basic. What comes masked stays as it is.',
  })
  settings?: unknown;

  @ReadBy(readSecret)
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description:
      'What deliveries are signed with, as the Standard Webhooks say; one in base64 starts with `whsec_`. Never shown; null ends signing.',
  })
  secret?: string | null;

  @OptionalFlag()
  @ApiPropertyOptional({ description: 'Kept for clients that ask; no mail is sent.' })
  email_notification?: boolean;

  @OptionalFlag()
  @ApiPropertyOptional({
    description: 'Whether submissions are sent again when they change; false at first.',
  })
  send_changes?: boolean;

  @ReadBy(readSubset)
  @ApiPropertyOptional({
    type: [String],
    example: ['village', 'person/name'],
    description: 'Questions that are sent, by name or whole path; an empty list sends all.',
  })
  subset_fields?: SubsetField[];

  @ReadBy(readTemplate)
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '{"fields": %SUBMISSION%}',
    description: 'JSON around the submission, which stands where `%SUBMISSION%` does.',
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
  @ReadBy(readName, { required: true })
  @ApiProperty({ example: 'My server' })
  name!: string;

  @RequiredLine()
  @ApiProperty({ example: ENDPOINT })
  endpoint!: string;

  toInput(): NewHookInput {
    return { ...this.options(), name: this.name, endpoint: this.endpoint };
  }
}

export class ChangeHookDto extends HookOptionsDto {
  @ReadBy(readName)
  @ApiPropertyOptional({ example: 'My server' })
  name?: string;

  @OptionalLine()
  @ApiPropertyOptional({ example: ENDPOINT })
  endpoint?: string;

  toInput(): HookInput {
    return { ...this.options(), name: this.name, endpoint: this.endpoint };
  }
}

const LONGEST_NAME = 255;

function readName(sent: unknown): string {
  const text = readLine(sent);
  if (text === '') throw new InvalidError('This field may not be blank.');
  if (!isLongerThan(LONGEST_NAME, text)) return text;
  throw new InvalidError(`Ensure this field has no more than ${LONGEST_NAME} characters.`);
}

/** An object may come as JSON text; anything else is kept as it is, and not used. */
function readSettings(sent: unknown): unknown {
  if (typeof sent !== 'string') return sent;
  try {
    const parsed = JSON.parse(sent) as unknown;
    return typeof parsed === 'object' && parsed !== null ? parsed : sent;
  } catch {
    return sent;
  }
}

const LONGEST_SECRET = 1024;

function readSecret(sent: unknown): string | null {
  if (sent === null || sent === '') return null;
  const text = readText(sent);
  if (text.length <= LONGEST_SECRET) return text;
  throw new InvalidError(`Ensure this field has no more than ${LONGEST_SECRET} characters.`);
}

/** A name that is a number stays one: clients get back what they sent. */
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
  @ApiProperty({ enum: EXPORT_TYPES }) export_type!: string;
  @ApiProperty({ enum: AUTH_LEVELS }) auth_level!: string;
  @ApiProperty({ example: SETTINGS, description: 'A password and telling headers are masked.' })
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
