import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { InvalidError } from '../../../domain/errors';
import { DELIVERY_STATUS } from '../../../domain/hook/hook';
import { ParsedBy, readText } from '../../../http/validation/field';
import type { LogFilter } from '../hook-log.service';

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

const URL_EXAMPLE =
  'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/hooks/hqVSWrmjJxPCEGeFMDKkGz/logs/hlu8bwWkFYpcnVSVTxRQKsa/';

export class HookLogDto {
  @ApiProperty({ example: URL_EXAMPLE }) url!: string;
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
  @ApiProperty({ enum: ['came', 'changed'] }) event!: string;
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
