import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, OwnCredentials } from '../../access/policy';
import type { UserActor } from '../../domain/account/actor';
import { presentMadeToken, presentToken } from './credential.presenter';
import { CredentialService } from './credential.service';
import { TokenDto } from './dto/token.dto';

@ApiTags('Credentials')
@Controller('token')
export class CredentialController {
  constructor(private readonly credentials: CredentialService) {}

  @Get()
  @OwnCredentials()
  @ApiOperation({ summary: 'The API token of the user who is asking; made when there is none' })
  @ApiOkResponse({ type: TokenDto })
  async show(@CurrentActor() actor: UserActor) {
    return presentToken(await this.credentials.defaultToken(actor.id));
  }

  @Post()
  @OwnCredentials()
  @ApiOperation({ summary: 'The same; tells by its status whether the token was made now' })
  @ApiCreatedResponse({ type: TokenDto })
  @ApiOkResponse({ type: TokenDto })
  async make(@CurrentActor() actor: UserActor) {
    return presentMadeToken(await this.credentials.defaultToken(actor.id));
  }

  @Delete()
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({ summary: 'Ends the token; the next question for it makes another' })
  @ApiNoContentResponse()
  revoke(@CurrentActor() actor: UserActor) {
    return this.credentials.revokeDefaultToken(actor.id);
  }
}
