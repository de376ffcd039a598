import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { presentAuthorizedApplication } from './application.presenter';
import { AuthorizationService } from './authorization.service';
import { AuthorizedApplicationDto } from './dto/application.dto';

@ApiTags('OAuth2')
@Controller('api/v2/authorized_applications')
export class AuthorizedApplicationController {
  constructor(private readonly authorizations: AuthorizationService) {}

  @Get()
  @OwnCredentials()
  @ApiOperation({ summary: 'List applications that the caller has authorized' })
  async listAuthorizedApplications(
    @CurrentActor() actor: UserActor,
    @PaginatedList(AuthorizedApplicationDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.authorizations.listAuthorized(actor, page.window), (each) =>
      presentAuthorizedApplication(links, each),
    );
  }

  @Delete(':client')
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({
    summary: "Revoke an application's authorization",
    description: 'Revokes all grants of the caller to the application, and their tokens.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'The caller has not authorized the application.' })
  revokeAuthorizedApplication(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    return this.authorizations.revoke(actor, clientId);
  }
}
