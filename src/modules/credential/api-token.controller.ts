import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentApiToken, presentMadeApiToken } from './api-token.presenter';
import { ApiTokenService } from './api-token.service';
import { ApiTokenDto, MadeApiTokenDto, MakeApiTokenDto } from './dto/api-token.dto';

@ApiTags('Credentials')
@ApiForbiddenResponse({ description: 'The request came with a delegated credential.' })
@Controller('api/v2/tokens')
export class ApiTokenController {
  constructor(private readonly tokens: ApiTokenService) {}

  @Get()
  @OwnCredentials()
  @ApiOperation({ summary: 'The tokens that the caller made, newest first; the default one is at /token/' })
  async list(
    @CurrentActor() actor: UserActor,
    @PageOf(ApiTokenDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.tokens.list(actor, page.window), (token) =>
      presentApiToken(links, token),
    );
  }

  @Post()
  @OwnCredentials()
  @ApiOperation({ summary: 'Makes a token for one purpose; its key is shown this once' })
  @ApiCreatedResponse({ type: MadeApiTokenDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  async make(@CurrentActor() actor: UserActor, @Body() body: MakeApiTokenDto, @AnswerLinks() links: Links) {
    return presentMadeApiToken(links, await this.tokens.make(actor, body.toInput()));
  }

  @Get(':token')
  @OwnCredentials()
  @ApiOperation({ summary: 'One token, without its key' })
  @ApiOkResponse({ type: ApiTokenDto })
  @ApiNotFoundResponse({ description: 'The caller has no such token.' })
  async show(@CurrentActor() actor: UserActor, @Param('token') uid: string, @AnswerLinks() links: Links) {
    return presentApiToken(links, await this.tokens.show(actor, uid));
  }

  @Delete(':token')
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({ summary: 'Ends a token at once' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'The caller has no such token.' })
  revoke(@CurrentActor() actor: UserActor, @Param('token') uid: string) {
    return this.tokens.revoke(actor, uid);
  }
}
