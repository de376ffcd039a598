import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';

/** Whose token is asked for. */
export class TokenOwnerDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'ann', description: 'For superusers alone: somebody else’s token.' })
  username?: string;

  toInput(): string | undefined {
    return this.username;
  }
}

export class TokenDto {
  @ApiProperty({ example: 'a'.repeat(40), pattern: '^[0-9a-f]{40}$' })
  token!: string;
}
