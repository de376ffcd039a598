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
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { ApiTokenService } from './api-token.service';
import { ApiTokenDto, CreatedApiTokenDto, CreateApiTokenDto } from './dto/api-token.dto';
import { presentApiToken, presentCreatedApiToken } from './credential.presenter';

@ApiTags('Credentials')
@ApiForbiddenResponse({ description: 'The caller uses a delegated credential.' })
@Controller('api/v2/tokens')
export class ApiTokenController {
  constructor(private readonly tokens: ApiTokenService) {}

  @Get()
  @OwnCredentials()
  @ApiOperation({
    summary: 'List API tokens',
    description: 'Newest first, without the default token, which is at `/token/`.',
  })
  async listApiTokens(
    @CurrentActor() actor: UserActor,
    @PaginatedList(ApiTokenDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.tokens.list(actor, page.window), (token) =>
      presentApiToken(links, token),
    );
  }

  @Post()
  @OwnCredentials()
  @ApiOperation({
    summary: 'Create an API token',
    description: 'Only this response contains the key. A user has at most 100 tokens.',
  })
  @ApiCreatedResponse({ type: CreatedApiTokenDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field, or too many tokens.' })
  async createApiToken(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateApiTokenDto,
    @ResponseLinks() links: Links,
  ) {
    return presentCreatedApiToken(links, await this.tokens.create(actor, body.toInput()));
  }

  @Get(':token')
  @OwnCredentials()
  @ApiOperation({ summary: 'Get an API token', description: 'Without its key.' })
  @ApiOkResponse({ type: ApiTokenDto })
  @ApiNotFoundResponse({ description: 'The caller has no token with this uid.' })
  async getApiToken(
    @CurrentActor() actor: UserActor,
    @Param('token') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentApiToken(links, await this.tokens.show(actor, uid));
  }

  @Delete(':token')
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({ summary: 'Revoke an API token' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'The caller has no token with this uid.' })
  revokeApiToken(@CurrentActor() actor: UserActor, @Param('token') uid: string) {
    return this.tokens.revoke(actor, uid);
  }
}
