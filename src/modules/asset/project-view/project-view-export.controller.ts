import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, SignedIn, Priority } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { ViewExportDto } from './project-view.dto';
import { presentViewedAssetTable, presentViewedUserTable, presentViewExport } from './project-view.presenter';
import { ProjectViewService } from './project-view.service';

const NOT_FOUND = { description: 'The view does not exist, or is not assigned to the caller.' };

@ApiTags('Project views')
@Controller('api/v2/project-views/:view')
export class ProjectViewExportController {
  constructor(private readonly views: ProjectViewService) {}

  @Post('assets/export')
  @HttpCode(200)
  @SignedIn()
  @ApiOperation({
    summary: 'Export the projects of a project view',
    description: 'Returns the URL of the CSV file.',
  })
  @ApiOkResponse({ type: ViewExportDto })
  @ApiForbiddenResponse({ description: 'The view lacks `view_asset`.' })
  @ApiNotFoundResponse(NOT_FOUND)
  async exportProjectViewAssets(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return this.getProjectViewAssetsExport(actor, uid, links);
  }

  @Get('assets/export')
  @SignedIn()
  @ApiOperation({
    summary: 'Get the export of the projects of a project view',
    description: 'Always complete: the file is generated on download.',
  })
  @ApiOkResponse({ type: ViewExportDto })
  @ApiForbiddenResponse({ description: 'The view lacks `view_asset`.' })
  @ApiNotFoundResponse(NOT_FOUND)
  async getProjectViewAssetsExport(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    await this.views.assertReadsAssets(actor, uid);
    return presentViewExport(links, uid, 'assets');
  }

  @Get('assets/export.csv')
  @SignedIn()
  @Priority('low')
  @ApiOperation({ summary: 'Download the projects of a project view as CSV' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiForbiddenResponse({ description: 'The view lacks `view_asset`.' })
  @ApiNotFoundResponse(NOT_FOUND)
  async downloadProjectViewAssets(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentViewedAssetTable(links, await this.views.streamAssets(actor, uid));
  }

  @Post('users/export')
  @HttpCode(200)
  @SignedIn()
  @ApiOperation({
    summary: 'Export the users of a project view',
    description: 'Returns the URL of the CSV file.',
  })
  @ApiOkResponse({ type: ViewExportDto })
  @ApiNotFoundResponse(NOT_FOUND)
  async exportProjectViewUsers(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return this.getProjectViewUsersExport(actor, uid, links);
  }

  @Get('users/export')
  @SignedIn()
  @ApiOperation({
    summary: 'Get the export of the users of a project view',
    description: 'Always complete: the file is generated on download.',
  })
  @ApiOkResponse({ type: ViewExportDto })
  @ApiNotFoundResponse(NOT_FOUND)
  async getProjectViewUsersExport(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    await this.views.show(actor, uid);
    return presentViewExport(links, uid, 'users');
  }

  @Get('users/export.csv')
  @SignedIn()
  @Priority('low')
  @ApiOperation({ summary: 'Download the users of a project view as CSV' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiNotFoundResponse(NOT_FOUND)
  async downloadProjectViewUsers(@CurrentActor() actor: UserActor, @Param('view') uid: string) {
    return presentViewedUserTable(await this.views.streamUsers(actor, uid));
  }
}
