import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { InvalidError } from '../../../domain/errors';
import { type ChangeToken, readChangeToken } from '../../../domain/submission/change-token';
import { OptionalText } from '../../../http/validation/field';
import { QUERY } from './submission.dto';

const MOST_CHANGES = 1000;

/** Which submissions a stream holds. */
export class StreamQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ description: QUERY.description, example: QUERY.example })
  query?: string;

  toInput(): string | undefined {
    return this.query;
  }
}

/** Where a reader of changes goes on, and with how many. */
export class ChangesQueryDto {
  @OptionalText()
  @ApiPropertyOptional({ description: 'The `token` of the last answer.', example: '1234-56' })
  since?: string;

  @OptionalText()
  @ApiPropertyOptional({ type: 'integer', description: `Changes; ${MOST_CHANGES} at most.`, example: 1000 })
  limit?: string;

  /** @throws InvalidError for what is no token and no number */
  toInput(): { since: ChangeToken; limit: number } {
    const { limit = String(MOST_CHANGES) } = this;
    if (!/^[1-9]\d{0,8}$/.test(limit)) throw new InvalidError({ limit: ['A positive integer is required'] });
    return { since: readChangeToken(this.since), limit: Math.min(Number(limit), MOST_CHANGES) };
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
    description: 'As `data/<id>/` answers it.',
    example: null,
  })
  submission!: Readonly<Record<string, unknown>> | null;
}

/** Changes after a token. */
export class ChangesDto {
  @ApiProperty({ example: '1234-56', description: 'To be sent as `since` next.' }) token!: string;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'While there is more.' })
  next!: string | null;
  @ApiProperty({ type: [ChangeDto] }) results!: ChangeDto[];
}
