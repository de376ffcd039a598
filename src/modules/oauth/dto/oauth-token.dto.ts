import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class OAuthTokenDto {
  @ApiProperty()
  access_token!: string;

  @ApiProperty({ example: 36000 })
  expires_in!: number;

  @ApiProperty({ example: 'Bearer' })
  token_type!: string;

  @ApiProperty({ example: 'read write groups' })
  scope!: string;

  @ApiProperty()
  refresh_token!: string;
}

export class IntrospectionDto {
  @ApiProperty()
  active!: boolean;

  @ApiPropertyOptional({ example: 'read write' })
  scope?: string;

  @ApiPropertyOptional()
  client_id?: string;

  @ApiPropertyOptional({ example: 'ann' })
  username?: string;

  @ApiPropertyOptional({
    example: 1790000000,
    description: 'Expiry in seconds since 1970; absent for refresh tokens.',
  })
  exp?: number;

  @ApiPropertyOptional({ example: 1789964000 })
  iat?: number;

  @ApiPropertyOptional({ example: 'Bearer', description: 'Token type; absent for refresh tokens.' })
  token_type?: string;
}

/** RFC 6749 4.1.3 and 6. */
export class TokenRequestDto {
  @ApiProperty({ enum: ['authorization_code', 'refresh_token'] })
  grant_type!: string;

  @ApiPropertyOptional()
  code?: string;

  @ApiPropertyOptional()
  redirect_uri?: string;

  @ApiPropertyOptional()
  code_verifier?: string;

  @ApiPropertyOptional()
  refresh_token?: string;

  @ApiPropertyOptional({ example: 'read' })
  scope?: string;

  @ApiPropertyOptional()
  client_id?: string;

  @ApiPropertyOptional()
  client_secret?: string;
}

export class TokenLookupDto {
  @ApiProperty()
  token!: string;

  @ApiPropertyOptional({ enum: ['access_token', 'refresh_token'] })
  token_type_hint?: string;
}
