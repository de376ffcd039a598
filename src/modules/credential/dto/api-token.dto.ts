import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { Scope } from '../../../domain/account/actor';
import { readScopes, SCOPES } from '../../../domain/account/scope';
import { readExpiry } from '../../../domain/account/token-expiry';
import { ParsedBy, RequiredText, Unsupported } from '../../../http/validation/field';
import type { TokenInput } from '../api-token.service';

export class CreateApiTokenDto {
  @RequiredText(100)
  @ApiProperty({ example: 'nightly export', maxLength: 100 })
  name!: string;

  @ParsedBy(readScopes)
  @ApiPropertyOptional({
    enum: SCOPES,
    isArray: true,
    example: ['read'],
    description:
      'List, or text separated by white space or commas. `read` allows safe methods, `write` the others. Default: both.',
  })
  scopes?: Scope[];

  @Unsupported('Send `scopes`: without them the token may do everything.')
  @ApiPropertyOptional({ type: String, description: 'Not a field: 400. See `scopes`.' })
  scope?: never;

  @ParsedBy(readExpiry)
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '2030-12-31T23:59:59Z',
    description: 'Expiry date; absent or null: never.',
  })
  date_expires?: Date | null;

  toInput(): TokenInput {
    return { name: this.name, scopes: this.scopes ?? [...SCOPES], expires: this.date_expires ?? null };
  }
}

export class ApiTokenDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/tokens/tokBMZxx9tVfepvTRp3e9TwjZ/' })
  url!: string;

  @ApiProperty({ example: 'tokBMZxx9tVfepvTRp3e9TwjZ' })
  uid!: string;

  @ApiProperty({ example: 'nightly export' })
  name!: string;

  @ApiProperty({ enum: SCOPES, isArray: true, example: ['read'] })
  scopes!: Scope[];

  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' })
  date_created!: string;

  @ApiProperty({ type: String, nullable: true, example: null })
  date_expires!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Last use, accurate to the minute.',
  })
  date_last_used!: string | null;
}

export class CreatedApiTokenDto extends ApiTokenDto {
  @ApiProperty({
    example: 'a'.repeat(40),
    pattern: '^[0-9a-f]{40}$',
    description: 'Key of the token; only in this response.',
  })
  token!: string;
}
