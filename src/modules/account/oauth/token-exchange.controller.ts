import { Controller } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiTags,
  ApiProperty,
  ApiPropertyOptional,
} from '@nestjs/swagger';
import { ApplicationOnly, Public } from '../../../authorization/policy';
import { Endpoint } from '../../../http/endpoint';
import { OAuthForm, type OAuthFormRequest } from '../../../http/negotiation/oauth-form';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { TokenExchangeService, type TokenIntrospection, type TokenPair } from './token-exchange.service';
import { OAUTH_SCOPES } from '../../../domain/oauth/application';
import { Reply } from '../../../http/reply';

/** RFC 6749 5.1. */
const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

function presentTokenPair({ accessToken, refreshToken, expiresInSeconds, scopes }: TokenPair) {
  return new Reply(
    200,
    {
      access_token: accessToken,
      expires_in: expiresInSeconds,
      token_type: 'Bearer',
      scope: scopes.join(' '),
      refresh_token: refreshToken,
    },
    NO_STORE,
  );
}

/**
 * Returns the same response for revoked and unknown tokens (RFC 7009 2.2). The body is empty (contract-assets 8.3), but
 * typed JSON, which client libraries require (simple-oauth2 5).
 */
function presentRevocation(): Reply<undefined> {
  return new Reply(200, undefined, { ...NO_STORE, 'Content-Type': 'application/json' });
}

function presentIntrospection(token: TokenIntrospection | undefined) {
  if (token === undefined) return new Reply(200, { active: false }, NO_STORE);
  const { clientId, username, scopes, kind, issued, expires } = token;
  return new Reply(
    200,
    {
      active: true,
      scope: scopes.join(' '),
      client_id: clientId,
      username,
      ...(kind === 'access_token' && { token_type: 'Bearer' }),
      iat: seconds(issued),
      ...(expires !== undefined && { exp: seconds(expires) }),
    },
    NO_STORE,
  );
}

/** Authorization server metadata (RFC 8414). */
function presentServerMetadata(origin: string) {
  const authentication = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/o/authorize/`,
    token_endpoint: `${origin}/o/token/`,
    revocation_endpoint: `${origin}/o/revoke_token/`,
    introspection_endpoint: `${origin}/o/introspect/`,
    scopes_supported: OAUTH_SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: [...authentication, 'none'],
    revocation_endpoint_auth_methods_supported: [...authentication, 'none'],
    introspection_endpoint_auth_methods_supported: authentication,
    code_challenge_methods_supported: ['S256'],
    service_documentation: `${origin}/api/docs/`,
  };
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}

const ORIGIN = 'https://survey.example.org';

/** RFC 8414 2. */
class ServerMetadataDto {
  @ApiProperty({ example: ORIGIN }) issuer!: string;
  @ApiProperty({ example: `${ORIGIN}/o/authorize/` }) authorization_endpoint!: string;
  @ApiProperty({ example: `${ORIGIN}/o/token/` }) token_endpoint!: string;
  @ApiProperty({ example: `${ORIGIN}/o/revoke_token/` }) revocation_endpoint!: string;
  @ApiProperty({ example: `${ORIGIN}/o/introspect/` }) introspection_endpoint!: string;
  @ApiProperty({ example: ['read', 'write'] }) scopes_supported!: string[];
  @ApiProperty({ example: ['code'] }) response_types_supported!: string[];
  @ApiProperty({ example: ['query'] }) response_modes_supported!: string[];
  @ApiProperty({ example: ['authorization_code'] }) grant_types_supported!: string[];
  @ApiProperty({ example: ['none'] }) token_endpoint_auth_methods_supported!: string[];
  @ApiProperty({ example: ['none'] }) revocation_endpoint_auth_methods_supported!: string[];
  @ApiProperty({ example: ['client_secret_basic'] }) introspection_endpoint_auth_methods_supported!: string[];
  @ApiProperty({ example: ['S256'] }) code_challenge_methods_supported!: string[];
  @ApiProperty({ example: `${ORIGIN}/api/docs/` }) service_documentation!: string;
}

class OAuthTokenDto {
  @ApiProperty() access_token!: string;
  @ApiProperty({ example: 36000 }) expires_in!: number;
  @ApiProperty({ example: 'Bearer' }) token_type!: string;
  @ApiProperty({ example: 'read write groups' }) scope!: string;
  @ApiProperty() refresh_token!: string;
}

class IntrospectionDto {
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
class TokenRequestDto {
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

class TokenLookupDto {
  @ApiProperty({ description: 'Access token or refresh token.' }) token!: string;
  @ApiPropertyOptional({
    enum: ['access_token', 'refresh_token'],
    description: 'Ignored: both kinds are searched.',
  })
  token_type_hint?: string;
}

const FORM = 'application/x-www-form-urlencoded';

@ApiTags('OAuth2')
@Controller()
export class TokenExchangeController {
  constructor(private readonly exchanges: TokenExchangeService) {}

  @Endpoint('POST o/token', {
    summary: 'Issue an OAuth2 token',
    description: 'Exchanges an authorization code or a refresh token for tokens (RFC 6749).',
    fails: { 400: '`error` is a code of RFC 6749 5.2.', 401: 'Invalid client credentials.' },
  })
  @ApplicationOnly()
  @ApiConsumes(FORM)
  @ApiBody({ type: TokenRequestDto })
  @ApiOkResponse({ type: OAuthTokenDto })
  async issueOAuthToken(@OAuthForm() form: OAuthFormRequest) {
    return presentTokenPair(await this.exchanges.exchange(form));
  }

  @Endpoint('POST o/revoke_token', {
    summary: 'Revoke an OAuth2 token',
    description: 'A refresh token is revoked with its whole grant (RFC 7009).',
  })
  @ApplicationOnly()
  @ApiConsumes(FORM)
  @ApiBody({ type: TokenLookupDto })
  @ApiOkResponse({
    description: 'The token is revoked or was unknown. The body is empty.',
    content: { 'application/json': { schema: {} } },
  })
  async revokeOAuthToken(@OAuthForm() form: OAuthFormRequest) {
    await this.exchanges.revoke(form);
    return presentRevocation();
  }

  @Endpoint('POST o/introspect', {
    summary: 'Introspect an OAuth2 token',
    description: 'For confidential applications and their own tokens (RFC 7662).',
  })
  @ApplicationOnly()
  @ApiConsumes(FORM)
  @ApiBody({ type: TokenLookupDto })
  @ApiOkResponse({ type: IntrospectionDto })
  async introspectOAuthToken(@OAuthForm() form: OAuthFormRequest) {
    return presentIntrospection(await this.exchanges.introspect(form));
  }

  @Endpoint('GET .well-known/oauth-authorization-server', {
    summary: 'Get OAuth2 server metadata',
    description: 'Endpoints and supported features (RFC 8414).',
    returns: ServerMetadataDto,
  })
  @Public()
  getOAuthServerMetadata(@ResponseLinks() links: Links) {
    return presentServerMetadata(links.origin);
  }
}
