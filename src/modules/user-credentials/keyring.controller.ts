import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, SuperuserOnly } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { HeldCredentialDto } from './dto/held-credential.dto';
import { presentHeldCredential } from './keyring.presenter';
import { KeyringService } from './keyring.service';

@ApiTags('Users')
@ApiForbiddenResponse({ description: 'The caller is no superuser, or came with a delegated credential.' })
@Controller('api/v2/users/:username/credentials')
export class KeyringController {
  constructor(private readonly keyrings: KeyringService) {}

  @Get()
  @SuperuserOnly()
  @ApiOperation({
    summary:
      'Tokens and sessions of a user, and applications that act for them, newest first; for superusers',
  })
  @ApiNotFoundResponse({ description: 'There is no such user.' })
  async list(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @PageOf(HeldCredentialDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.keyrings.list(actor, username, page.window), (credential) =>
      presentHeldCredential(links, username, credential),
    );
  }

  @Delete()
  @HttpCode(204)
  @SuperuserOnly()
  @ApiOperation({ summary: 'Ends all of them at once; the password goes on' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'There is no such user.' })
  revokeAll(@CurrentActor() actor: UserActor, @Param('username') username: string) {
    return this.keyrings.revokeAll(actor, username);
  }

  @Delete(':credential')
  @HttpCode(204)
  @SuperuserOnly()
  @ApiOperation({ summary: 'Ends one of them at once' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'There is no such user, or they hold no such credential.' })
  revoke(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @Param('credential') uid: string,
  ) {
    return this.keyrings.revoke(actor, username, uid);
  }
}
