import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentApplication, presentRegistration } from './application.presenter';
import { ApplicationService } from './application.service';
import {
  ApplicationDto,
  CreateApplicationDto,
  PatchApplicationDto,
  RegisteredApplicationDto,
} from './dto/application.dto';

@ApiTags('OAuth2')
@Controller('api/v2/applications')
export class ApplicationController {
  constructor(private readonly applications: ApplicationService) {}

  @Get()
  @OwnCredentials()
  @ApiOperation({ summary: 'The applications that the caller has registered, oldest first' })
  async list(
    @CurrentActor() actor: UserActor,
    @PageOf(ApplicationDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.applications.list(actor, page.window), (application) =>
      presentApplication(links, application),
    );
  }

  @Post()
  @OwnCredentials()
  @ApiOperation({ summary: 'Registers an application; the answer alone holds its secret' })
  @ApiCreatedResponse({ type: RegisteredApplicationDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  async register(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateApplicationDto,
    @AnswerLinks() links: Links,
  ) {
    return presentRegistration(links, await this.applications.register(actor, body.toInput()));
  }

  @Get(':client')
  @OwnCredentials()
  @ApiOperation({ summary: 'One application' })
  @ApiOkResponse({ type: ApplicationDto })
  @ApiNotFoundResponse({ description: 'The caller has registered no such application.' })
  async show(
    @CurrentActor() actor: UserActor,
    @Param('client') clientId: string,
    @AnswerLinks() links: Links,
  ) {
    return presentApplication(links, await this.applications.show(actor, clientId));
  }

  @Patch(':client')
  @OwnCredentials()
  @ApiOperation({ summary: 'Changes the name and the addresses that people come back to' })
  @ApiOkResponse({ type: ApplicationDto })
  @ApiNotFoundResponse({ description: 'The caller has registered no such application.' })
  async change(
    @CurrentActor() actor: UserActor,
    @Param('client') clientId: string,
    @Body() body: PatchApplicationDto,
    @AnswerLinks() links: Links,
  ) {
    const application = await this.applications.change(actor, clientId, body.toInput());
    return presentApplication(links, application);
  }

  @Delete(':client')
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({ summary: 'Removes the application and all access that people gave it' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'The caller has registered no such application.' })
  remove(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    return this.applications.remove(actor, clientId);
  }
}
