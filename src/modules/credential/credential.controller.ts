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
import { presentMadeToken, presentToken } from './credential.presenter';
import { CredentialService } from './credential.service';
import { TokenDto, TokenOwnerDto } from './dto/token.dto';

@ApiTags('Credentials')
@ApiForbiddenResponse({
  description: 'A delegated credential asks, or somebody else’s token is asked for by no superuser.',
})
@ApiNotFoundResponse({ description: 'There is no such user, or no token to end.' })
@Controller('token')
export class CredentialController {
  constructor(private readonly credentials: CredentialService) {}

  @Get()
  @OwnCredentials()
  @ApiOperation({
    summary: 'The API token of the caller, or of the user that a superuser names; made when there is none',
  })
  @ApiOkResponse({ type: TokenDto })
  async show(@CurrentActor() actor: UserActor, @Query() query: TokenOwnerDto) {
    return presentToken(
      await this.credentials.defaultToken(await this.credentials.tokenOwner(actor, query.toInput()), actor),
    );
  }

  @Post()
  @OwnCredentials()
  @ApiOperation({ summary: 'The same; tells by its status whether the token was made now' })
  @ApiCreatedResponse({ type: TokenDto })
  @ApiOkResponse({ type: TokenDto })
  async make(@CurrentActor() actor: UserActor, @Query() query: TokenOwnerDto) {
    return presentMadeToken(
      await this.credentials.defaultToken(await this.credentials.tokenOwner(actor, query.toInput()), actor),
    );
  }

  @Delete()
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({ summary: 'Ends the token; the next question for it makes another' })
  @ApiNoContentResponse()
  async revoke(@CurrentActor() actor: UserActor, @Query() query: TokenOwnerDto) {
    const owner = await this.credentials.tokenOwner(actor, query.toInput());
    await this.credentials.revokeDefaultToken(owner, actor);
  }
}
