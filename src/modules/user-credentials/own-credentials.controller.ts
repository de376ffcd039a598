import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { UserCredentialDto } from './dto/user-credential.dto';
import { presentUserCredential } from './user-credentials.presenter';
import { UserCredentialsService } from './user-credentials.service';

@ApiTags('Account')
@Controller('me/credentials')
export class OwnCredentialsController {
  constructor(private readonly credentials: UserCredentialsService) {}

  @Get()
  @OwnCredentials()
  @ApiOperation({
    summary: "List the caller's credentials",
    description: 'Tokens, sessions and authorized applications, newest first.',
  })
  async listOwnCredentials(
    @CurrentActor() actor: UserActor,
    @PaginatedList(UserCredentialDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const { username } = actor;
    return presentPage(page, await this.credentials.list(actor, username, page.window), (credential) =>
      presentUserCredential(links, username, credential),
    );
  }

  @Delete(':credential')
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({ summary: "Revoke one of the caller's credentials" })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'The credential does not exist.' })
  revokeOwnCredential(@CurrentActor() actor: UserActor, @Param('credential') uid: string) {
    return this.credentials.revoke(actor, actor.username, uid);
  }
}
