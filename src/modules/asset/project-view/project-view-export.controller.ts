import { Controller, Param } from '@nestjs/common';
import { ApiNotFoundResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn, Priority } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { ViewExportDto } from './project-view.dto';
import { presentViewedAssetTable, presentViewedUserTable, presentViewExport } from './project-view.presenter';
import { ProjectViewService } from './project-view.service';

const NOT_FOUND = { description: 'The view does not exist, or is not assigned to the caller.' };

@ApiTags('Project views')
@Controller('api/v2/project-views/:view')
export class ProjectViewExportController {
  constructor(private readonly views: ProjectViewService) {}

  @Endpoint('POST assets/export', {
    summary: 'Export the projects of a project view',
    description: 'Returns the URL of the CSV file.',
    status: 200,
    returns: ViewExportDto,
    fails: { 403: 'The view lacks `view_asset`.' },
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async exportProjectViewAssets(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return this.getProjectViewAssetsExport(actor, uid, links);
  }

  @Endpoint('GET assets/export', {
    summary: 'Get the export of the projects of a project view',
    description: 'Always complete: the file is generated on download.',
    returns: ViewExportDto,
    fails: { 403: 'The view lacks `view_asset`.' },
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async getProjectViewAssetsExport(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    await this.views.assertReadsAssets(actor, uid);
    return presentViewExport(links, uid, 'assets');
  }

  @Endpoint('GET assets/export.csv', {
    summary: 'Download the projects of a project view as CSV',
    returns: { schema: { type: 'string' } },
    fails: { 403: 'The view lacks `view_asset`.' },
  })
  @SignedIn()
  @Priority('parsed')
  @ApiProduces('text/csv')
  @ApiNotFoundResponse(NOT_FOUND)
  async downloadProjectViewAssets(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentViewedAssetTable(links, await this.views.streamAssets(actor, uid));
  }

  @Endpoint('POST users/export', {
    summary: 'Export the users of a project view',
    description: 'Returns the URL of the CSV file.',
    status: 200,
    returns: ViewExportDto,
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async exportProjectViewUsers(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return this.getProjectViewUsersExport(actor, uid, links);
  }

  @Endpoint('GET users/export', {
    summary: 'Get the export of the users of a project view',
    description: 'Always complete: the file is generated on download.',
    returns: ViewExportDto,
  })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async getProjectViewUsersExport(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    await this.views.show(actor, uid);
    return presentViewExport(links, uid, 'users');
  }

  @Endpoint('GET users/export.csv', {
    summary: 'Download the users of a project view as CSV',
    returns: { schema: { type: 'string' } },
  })
  @SignedIn()
  @Priority('parsed')
  @ApiProduces('text/csv')
  @ApiNotFoundResponse(NOT_FOUND)
  async downloadProjectViewUsers(@CurrentActor() actor: UserActor, @Param('view') uid: string) {
    return presentViewedUserTable(await this.views.streamUsers(actor, uid));
  }
}
