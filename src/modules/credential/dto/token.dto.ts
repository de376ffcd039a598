import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';

export class TokenOwnerQueryDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'ann',
    description: 'Owner of the token; default: the caller. For superusers.',
  })
  username?: string;

  toInput(): string | undefined {
    return this.username;
  }
}

export class TokenDto {
  @ApiProperty({ example: 'a'.repeat(40), pattern: '^[0-9a-f]{40}$' })
  token!: string;
}
