import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import {
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, OwnCredentials } from '../../access/policy';
import type { UserActor } from '../../domain/account/actor';
import { presentEnvelope } from '../../http/pagination/envelope';
import { readPageWindow } from '../../http/pagination/page-window';
import type { Links } from '../../http/url/links';
import { AnswerLinks, RequestUrl } from '../../http/url/request-links';
import { presentAuthorizedApplication } from './application.presenter';
import { AuthorizationService } from './authorization.service';
import { AuthorizedApplicationListDto } from './dto/application.dto';

@ApiTags('OAuth2')
@Controller('api/v2/authorized_applications')
export class AuthorizedApplicationController {
  constructor(private readonly authorizations: AuthorizationService) {}

  @Get()
  @OwnCredentials()
  @ApiOperation({ summary: 'The applications that may act for the caller' })
  @ApiOkResponse({ type: AuthorizedApplicationListDto })
  async list(
    @CurrentActor() actor: UserActor,
    @Query() query: Record<string, unknown>,
    @AnswerLinks() links: Links,
    @RequestUrl() url: URL,
  ) {
    const window = readPageWindow(query);
    const authorized = await this.authorizations.listAuthorized(actor);
    const page = authorized.slice(window.start, window.start + window.limit);
    return presentEnvelope(
      url,
      window,
      authorized.length,
      page.map((each) => presentAuthorizedApplication(links, each)),
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
