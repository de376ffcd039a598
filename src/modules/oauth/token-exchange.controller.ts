import { Controller, Get, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConsumes,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { ApplicationOnly, Public } from '../../authorization/policy';
import { OAuthForm, type OAuthFormRequest } from '../../http/negotiation/oauth-form';
import { type Links, ResponseLinks } from '../../http/url/links';
import { IntrospectionDto, OAuthTokenDto, TokenLookupDto, TokenRequestDto } from './dto/oauth-token.dto';
import { ServerMetadataDto } from './dto/server-metadata.dto';
import {
  presentRevocation,
  presentServerMetadata,
  presentIntrospection,
  presentTokenPair,
} from './token-exchange.presenter';
import { TokenExchangeService } from './token-exchange.service';

const FORM = 'application/x-www-form-urlencoded';

@ApiTags('OAuth2')
@Controller()
export class TokenExchangeController {
  constructor(private readonly exchanges: TokenExchangeService) {}

  @Post('o/token')
  @ApplicationOnly()
  @ApiOperation({
    summary: 'Issue an OAuth2 token',
    description: 'Exchanges an authorization code or a refresh token for tokens (RFC 6749).',
  })
  @ApiConsumes(FORM)
  @ApiBody({ type: TokenRequestDto })
  @ApiOkResponse({ type: OAuthTokenDto })
  @ApiBadRequestResponse({ description: '`error` is a code of RFC 6749 5.2.' })
  @ApiUnauthorizedResponse({ description: 'Invalid client credentials.' })
  async issueOAuthToken(@OAuthForm() form: OAuthFormRequest) {
    return presentTokenPair(await this.exchanges.exchange(form));
  }

  @Post('o/revoke_token')
  @ApplicationOnly()
  @ApiOperation({
    summary: 'Revoke an OAuth2 token',
    description: 'A refresh token is revoked with its whole grant (RFC 7009).',
  })
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

  @Post('o/introspect')
  @ApplicationOnly()
  @ApiOperation({
    summary: 'Introspect an OAuth2 token',
    description: 'For confidential applications and their own tokens (RFC 7662).',
  })
  @ApiConsumes(FORM)
  @ApiBody({ type: TokenLookupDto })
  @ApiOkResponse({ type: IntrospectionDto })
  async introspectOAuthToken(@OAuthForm() form: OAuthFormRequest) {
    return presentIntrospection(await this.exchanges.introspect(form));
  }

  @Get('.well-known/oauth-authorization-server')
  @Public()
  @ApiOperation({
    summary: 'Get OAuth2 server metadata',
    description: 'Endpoints and supported features (RFC 8414).',
  })
  @ApiOkResponse({ type: ServerMetadataDto })
  getOAuthServerMetadata(@ResponseLinks() links: Links) {
    return presentServerMetadata(links.origin);
  }
}
