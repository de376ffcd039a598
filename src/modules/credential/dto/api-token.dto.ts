import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ListOf } from '../../../http/pagination/list.dto';
import { Allow } from 'class-validator';
import type { Scope } from '../../../domain/account/actor';
import { readScopes, SCOPES } from '../../../domain/account/scope';
import { readExpiry } from '../../../domain/account/token-expiry';
import { RequiredText } from '../../../http/validation/field';
import type { TokenInput } from '../api-token.service';

export class MakeApiTokenDto {
  @RequiredText(100)
  @ApiProperty({ example: 'nightly export', maxLength: 100 })
  name!: string;

  @Allow()
  @ApiPropertyOptional({
    enum: SCOPES,
    isArray: true,
    example: ['read'],
    description: 'A list, or one text. read: safe methods, write: the others. Absent: both.',
  })
  scopes?: unknown;

  @Allow()
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    example: '2030-12-31T23:59:59Z',
    description: 'When the token ends; absent or null: never.',
  })
  date_expires?: unknown;
}

/** @throws InvalidError by field */
export function readTokenInput({ name, scopes, date_expires }: MakeApiTokenDto): TokenInput {
  return { name, scopes: readScopes(scopes), expires: readExpiry(date_expires) };
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

  @ApiProperty({ type: String, nullable: true, example: null, description: 'To the minute.' })
  date_last_used!: string | null;
}

export class MadeApiTokenDto extends ApiTokenDto {
  @ApiProperty({ example: 'a'.repeat(40), pattern: '^[0-9a-f]{40}$', description: 'Shown this once.' })
  token!: string;
}

export class ApiTokenListDto extends ListOf(ApiTokenDto) {}
