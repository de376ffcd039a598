import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { InvalidError } from '../../../domain/errors';
import { CSV_DIALECT, CSV_SEPARATORS, type CsvSeparator } from '../../../domain/text/csv-line';
import { OneOf, OptionalFlag, OptionalText } from '../../../http/validation/field';
import { QUERY } from '../read/submission.dto';
import type { CsvStreamInput } from './submission-stream.service';

const MAX_CHANGES = 1000;

export class StreamQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ description: QUERY.description, example: QUERY.example })
  query?: string;
}

/** Dialect of CSV in a query string. */
export class CsvStreamQueryDto extends StreamQueryDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    type: Boolean,
    description: 'Whether the file starts with a byte order mark, which Excel needs. Default: false.',
  })
  bom?: boolean;

  @OneOf(CSV_SEPARATORS, { required: false })
  @ApiPropertyOptional({ enum: CSV_SEPARATORS, description: 'Separator of cells. Default: `;`.' })
  separator?: CsvSeparator;

  @OptionalFlag()
  @ApiPropertyOptional({
    type: Boolean,
    description:
      'Whether an apostrophe precedes cells that spreadsheets would run as formulas. False writes cells exactly as answered. Default: true.',
  })
  escape_formulas?: boolean;

  toCsvInput(): CsvStreamInput {
    const { separator, hasBom, escapesFormulas } = CSV_DIALECT;
    return {
      query: this.query,
      dialect: {
        separator: this.separator ?? separator,
        hasBom: this.bom ?? hasBom,
        escapesFormulas: this.escape_formulas ?? escapesFormulas,
      },
    };
  }
}

export class ChangesQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ description: '`token` of the last response, unchanged.', example: '1234-56' })
  since?: string;

  @OptionalText()
  @ApiPropertyOptional({
    type: 'integer',
    description: `Maximum number of changes. Default: ${MAX_CHANGES}; larger values are reduced to it.`,
    example: 1000,
  })
  limit?: string;

  toInput(): { since: string | undefined; limit: number } {
    const { limit = String(MAX_CHANGES) } = this;
    if (!/^[1-9]\d{0,8}$/.test(limit)) throw InvalidError.at('limit', 'A positive integer is required');
    return { since: this.since, limit: Math.min(Number(limit), MAX_CHANGES) };
  }
}

class ChangeDto {
  @ApiProperty({ enum: ['created', 'edited', 'attachments', 'validation_status', 'deleted'] }) kind!: string;
  @ApiProperty({ type: 'integer', example: 1234 }) _id!: number;
  @ApiProperty({ example: '2026-03-01T08:14:45.123000Z' }) date!: string;
  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    description: 'Current state, as `data/<id>/` returns it; null if deleted.',
    example: null,
  })
  submission!: Readonly<Record<string, unknown>> | null;
}

export class ChangesDto {
  @ApiProperty({ example: '1234-56', description: 'Value of `since` for the next request.' }) token!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Null if there are no further changes yet.',
  })
  next!: string | null;
  @ApiProperty({ type: [ChangeDto] }) results!: ChangeDto[];
}

export class FeatureQueryDto {
  @OptionalText()
  @ApiPropertyOptional({
    description:
      'Name or path of the geo question. Default: the first outside repeats of the newest version, and all in repeats.',
    example: 'place',
  })
  geo_question_name?: string;
}

export class FeatureDto {
  @ApiProperty({ enum: ['Feature'] }) type!: string;

  @ApiProperty({
    type: 'object',
    nullable: true,
    additionalProperties: true,
    example: { type: 'Point', coordinates: [36.817223, -1.286389, 1795] },
  })
  geometry!: object | null;

  @ApiProperty({ type: 'object', additionalProperties: true, example: { 'person/name': 'Asha' } })
  properties!: object;
}

export class FeatureCollectionDto {
  @ApiProperty({ enum: ['FeatureCollection'] }) type!: string;
  @ApiProperty({ example: 'Wells' }) name!: string;
  @ApiProperty({ type: [FeatureDto] }) features!: FeatureDto[];
}
