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
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
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
  @ApiOperation({ summary: "List the caller's OAuth2 applications", description: 'Oldest first.' })
  async listApplications(
    @CurrentActor() actor: UserActor,
    @PaginatedList(ApplicationDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.applications.list(actor, page.window), (application) =>
      presentApplication(links, application),
    );
  }

  @Post()
  @OwnCredentials()
  @ApiOperation({
    summary: 'Create an OAuth2 application',
    description: 'Only this response contains the client secret.',
  })
  @ApiCreatedResponse({ type: RegisteredApplicationDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  async createApplication(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateApplicationDto,
    @ResponseLinks() links: Links,
  ) {
    return presentRegistration(links, await this.applications.register(actor, body.toInput()));
  }

  @Get(':client')
  @OwnCredentials()
  @ApiOperation({ summary: 'Get an OAuth2 application' })
  @ApiOkResponse({ type: ApplicationDto })
  @ApiNotFoundResponse({ description: 'The caller has no application with this client id.' })
  async getApplication(
    @CurrentActor() actor: UserActor,
    @Param('client') clientId: string,
    @ResponseLinks() links: Links,
  ) {
    return presentApplication(links, await this.applications.show(actor, clientId));
  }

  @Patch(':client')
  @OwnCredentials()
  @ApiOperation({
    summary: 'Update an OAuth2 application',
    description: 'Sets the name and the redirect URIs.',
  })
  @ApiOkResponse({ type: ApplicationDto })
  @ApiNotFoundResponse({ description: 'The caller has no application with this client id.' })
  async updateApplication(
    @CurrentActor() actor: UserActor,
    @Param('client') clientId: string,
    @Body() body: PatchApplicationDto,
    @ResponseLinks() links: Links,
  ) {
    const application = await this.applications.change(actor, clientId, body.toInput());
    return presentApplication(links, application);
  }

  @Delete(':client')
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({
    summary: 'Delete an OAuth2 application',
    description: 'Revokes all its grants and tokens.',
  })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'The caller has no application with this client id.' })
  deleteApplication(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    return this.applications.remove(actor, clientId);
  }
}
