import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { ApiNoContentResponse, ApiNotFoundResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentAuthorizedApplication } from './application.presenter';
import { AuthorizationService } from './authorization.service';
import { AuthorizedApplicationDto } from './dto/application.dto';

@ApiTags('OAuth2')
@Controller('api/v2/authorized_applications')
export class AuthorizedApplicationController {
  constructor(private readonly authorizations: AuthorizationService) {}

  @Get()
  @OwnCredentials()
  @ApiOperation({ summary: 'The applications that may act for the caller' })
  async list(
    @CurrentActor() actor: UserActor,
    @PageOf(AuthorizedApplicationDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.authorizations.listAuthorized(actor, page.window), (each) =>
      presentAuthorizedApplication(links, each),
    );
  }

  @Delete(':client')
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({ summary: 'Takes back what the caller has granted to an application' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'The caller has granted nothing to such an application.' })
  withdraw(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    return this.authorizations.withdraw(actor, clientId);
  }
}
