import { Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
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
import { presentCreatedToken, presentToken } from './credential.presenter';
import { CredentialService } from './credential.service';
import { TokenDto, TokenOwnerQueryDto } from './dto/token.dto';

@ApiTags('Credentials')
@ApiForbiddenResponse({
  description: 'The caller uses a delegated credential, or names another user without being a superuser.',
})
@ApiNotFoundResponse({ description: 'The user or the token does not exist.' })
@Controller('token')
export class CredentialController {
  constructor(private readonly credentials: CredentialService) {}

  @Get()
  @OwnCredentials()
  @ApiOperation({
    summary: 'Get the default API token',
    description: 'Creates it on first use.',
  })
  @ApiOkResponse({ type: TokenDto })
  async getToken(@CurrentActor() actor: UserActor, @Query() query: TokenOwnerQueryDto) {
    return presentToken(
      await this.credentials.defaultToken(await this.credentials.tokenOwner(actor, query.toInput()), actor),
    );
  }

  @Post()
  @OwnCredentials()
  @ApiOperation({
    summary: 'Create the default API token',
    description: 'Returns the existing token, if any, with status 200.',
  })
  @ApiCreatedResponse({ type: TokenDto })
  @ApiOkResponse({ type: TokenDto })
  async createToken(@CurrentActor() actor: UserActor, @Query() query: TokenOwnerQueryDto) {
    return presentCreatedToken(
      await this.credentials.defaultToken(await this.credentials.tokenOwner(actor, query.toInput()), actor),
    );
  }

  @Delete()
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({
    summary: 'Revoke the default API token',
    description: 'The next `GET /token/` creates a new one.',
  })
  @ApiNoContentResponse()
  async revokeToken(@CurrentActor() actor: UserActor, @Query() query: TokenOwnerQueryDto) {
    const owner = await this.credentials.tokenOwner(actor, query.toInput());
    await this.credentials.revokeDefaultToken(owner, actor);
  }
}
