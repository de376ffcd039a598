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
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { UserCredentialDto } from './dto/user-credential.dto';
import { presentUserCredential } from './user-credentials.presenter';
import { UserCredentialsService } from './user-credentials.service';

@ApiTags('Users')
@ApiForbiddenResponse({ description: 'The caller is not a superuser or uses a delegated credential.' })
@Controller('api/v2/users/:username/credentials')
export class UserCredentialsController {
  constructor(private readonly credentials: UserCredentialsService) {}

  @Get()
  @SuperuserOnly()
  @ApiOperation({
    summary: "List a user's credentials",
    description: 'Tokens, sessions and authorized applications, newest first. For superusers.',
  })
  @ApiNotFoundResponse({ description: 'The user does not exist.' })
  async listUserCredentials(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @PaginatedList(UserCredentialDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.credentials.list(actor, username, page.window), (credential) =>
      presentUserCredential(links, username, credential),
    );
  }

  @Delete()
  @HttpCode(204)
  @SuperuserOnly()
  @ApiOperation({
    summary: "Revoke all of a user's credentials",
    description: 'The password stays valid. For superusers.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'The user does not exist.' })
  revokeAllUserCredentials(@CurrentActor() actor: UserActor, @Param('username') username: string) {
    return this.credentials.revokeAll(actor, username);
  }

  @Delete(':credential')
  @HttpCode(204)
  @SuperuserOnly()
  @ApiOperation({ summary: "Revoke one of a user's credentials", description: 'For superusers.' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'The user or the credential does not exist.' })
  revokeUserCredential(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @Param('credential') uid: string,
  ) {
    return this.credentials.revoke(actor, username, uid);
  }
}
