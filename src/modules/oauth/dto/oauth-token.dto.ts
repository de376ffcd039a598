import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class OAuthTokenDto {
  @ApiProperty() access_token!: string;
  @ApiProperty({ example: 36000 }) expires_in!: number;
  @ApiProperty({ example: 'Bearer' }) token_type!: string;
  @ApiProperty({ example: 'read write groups' }) scope!: string;
  @ApiProperty() refresh_token!: string;
}

export class IntrospectionDto {
  @ApiProperty() active!: boolean;
  @ApiPropertyOptional({ example: 'read write' }) scope?: string;
  @ApiPropertyOptional() client_id?: string;
  @ApiPropertyOptional({ example: 'ann' }) username?: string;
  @ApiPropertyOptional({
    example: 1790000000,
    description: 'Expiry in seconds since 1970; absent for refresh tokens.',
  })
  exp?: number;
  @ApiPropertyOptional({ example: 1789964000 }) iat?: number;
  @ApiPropertyOptional({ example: 'Bearer', description: 'Token type; absent for refresh tokens.' })
  token_type?: string;
}

/** RFC 6749 4.1.3 and 6. */
export class TokenRequestDto {
  @ApiProperty({ enum: ['authorization_code', 'refresh_token'] })
  grant_type!: string;

  @ApiPropertyOptional({ description: 'Authorization code; required with `authorization_code`.' })
  code?: string;

  @ApiPropertyOptional({
    example: 'https://app.example/callback',
    description: 'The redirect URI of the authorization request.',
  })
  redirect_uri?: string;

  @ApiPropertyOptional({ description: 'PKCE code verifier; required if a challenge was sent.' })
  code_verifier?: string;

  @ApiPropertyOptional({ description: 'Refresh token; required with `refresh_token`.' })
  refresh_token?: string;

  @ApiPropertyOptional({
    example: 'read',
    description: 'Scopes, a subset of the granted ones. Default: all of them.',
  })
  scope?: string;

  @ApiPropertyOptional({ description: 'Client id, unless sent by HTTP Basic.' })
  client_id?: string;

  @ApiPropertyOptional({
    description: 'Client secret of a confidential application, unless sent by HTTP Basic.',
  })
  client_secret?: string;
}

export class TokenLookupDto {
  @ApiProperty({ description: 'Access token or refresh token.' }) token!: string;
  @ApiPropertyOptional({
    enum: ['access_token', 'refresh_token'],
    description: 'Ignored: both kinds are searched.',
  })
  token_type_hint?: string;
}
