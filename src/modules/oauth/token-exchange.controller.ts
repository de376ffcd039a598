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
import { ApplicationForm, type SentForm } from '../../http/negotiation/form-fields';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { IntrospectionDto, OAuthTokenDto, TokenQuestionDto, TokenRequestDto } from './dto/oauth-answer.dto';
import { ServerMetadataDto } from './dto/server-metadata.dto';
import {
  presentRevocation,
  presentServerMetadata,
  presentTokenFacts,
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
  @ApiOperation({ summary: 'Tokens for a code or a refresh token (RFC 6749)' })
  @ApiConsumes(FORM)
  @ApiBody({ type: TokenRequestDto })
  @ApiOkResponse({ type: OAuthTokenDto })
  @ApiBadRequestResponse({ description: '`error` is a word of RFC 6749 5.2.' })
  @ApiUnauthorizedResponse({ description: 'The credentials of the application do not hold.' })
  async exchange(@ApplicationForm() form: SentForm) {
    return presentTokenPair(await this.exchanges.exchange(form));
  }

  @Post('o/revoke_token')
  @ApplicationOnly()
  @ApiOperation({ summary: 'Ends a token (RFC 7009)' })
  @ApiConsumes(FORM)
  @ApiBody({ type: TokenQuestionDto })
  @ApiOkResponse({
    description: 'The token does not hold any more, or never did. The body is empty.',
    content: { 'application/json': { schema: {} } },
  })
  async revoke(@ApplicationForm() form: SentForm) {
    await this.exchanges.revoke(form);
    return presentRevocation();
  }

  @Post('o/introspect')
  @ApplicationOnly()
  @ApiOperation({ summary: 'Whether a token of the application holds (RFC 7662)' })
  @ApiConsumes(FORM)
  @ApiBody({ type: TokenQuestionDto })
  @ApiOkResponse({ type: IntrospectionDto })
  async introspect(@ApplicationForm() form: SentForm) {
    return presentTokenFacts(await this.exchanges.introspect(form));
  }

  @Get('.well-known/oauth-authorization-server')
  @Public()
  @ApiOperation({ summary: 'Where applications ask for what (RFC 8414)' })
  @ApiOkResponse({ type: ServerMetadataDto })
  metadata(@AnswerLinks() links: Links) {
    return presentServerMetadata(links.origin);
  }
}
