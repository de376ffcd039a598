import { ApiProperty } from '@nestjs/swagger';

export class TokenDto {
  @ApiProperty({ example: 'a'.repeat(40), pattern: '^[0-9a-f]{40}$' })
  token!: string;
}
