import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, SignedIn, SuperuserOnly, Priority } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { PaginatedList, Pagination } from '../../../http/pagination/paginated-list';
import { ListWindowPipe } from '../../../http/pagination/page-window.pipe';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { created } from '../../../http/reply';
import { type Links, ResponseLinks } from '../../../http/url/links';
import {
  CreateProjectViewDto,
  MinimalAssetListDto,
  PatchProjectViewDto,
  ProjectViewDto,
  ViewedAssetDto,
  ViewedAssetQueryDto,
  ViewedCountsDto,
  ViewedUserDto,
} from './project-view.dto';
import {
  presentMinimalViewedAssets,
  presentProjectView,
  presentViewedAsset,
  presentViewedCounts,
  presentViewedUser,
} from './project-view.presenter';
import { ProjectViewService } from './project-view.service';

const NOT_FOUND = { description: 'The view does not exist, or is not assigned to the caller.' };
const NO_SUPERUSER = { description: 'The caller is not a superuser.' };

@ApiTags('Project views')
@Controller('api/v2/project-views')
export class ProjectViewController {
  constructor(private readonly views: ProjectViewService) {}

  @Get()
  @SignedIn()
  @ApiOperation({
    summary: 'List project views',
    description: 'Those assigned to the caller, all for a superuser.',
  })
  async listProjectViews(
    @CurrentActor() actor: UserActor,
    @PaginatedList(ProjectViewDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.views.list(actor, page.window), (view) =>
      presentProjectView(links, view),
    );
  }

  @Post()
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Create a project view',
    description: 'For superusers. Assigned users read the projects and users of its countries in two lists.',
  })
  @ApiCreatedResponse({ type: ProjectViewDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiForbiddenResponse(NO_SUPERUSER)
  async createProjectView(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateProjectViewDto,
    @ResponseLinks() links: Links,
  ) {
    return created(presentProjectView(links, await this.views.create(actor, body.toInput())));
  }

  @Get(':view')
  @SignedIn()
  @ApiOperation({ summary: 'Get a project view' })
  @ApiOkResponse({ type: ProjectViewDto })
  @ApiNotFoundResponse(NOT_FOUND)
  async getProjectView(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentProjectView(links, await this.views.show(actor, uid));
  }

  @Patch(':view')
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Update a project view',
    description: 'For superusers. `assigned_users` replaces all assignments.',
  })
  @ApiOkResponse({ type: ProjectViewDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiForbiddenResponse(NO_SUPERUSER)
  @ApiNotFoundResponse({ description: 'The view does not exist.' })
  async updateProjectView(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @Body() body: PatchProjectViewDto,
    @ResponseLinks() links: Links,
  ) {
    return presentProjectView(links, await this.views.change(actor, uid, body.toInput()));
  }

  @Delete(':view')
  @HttpCode(204)
  @SuperuserOnly()
  @ApiOperation({ summary: 'Delete a project view', description: 'For superusers. Projects stay.' })
  @ApiNoContentResponse()
  @ApiForbiddenResponse(NO_SUPERUSER)
  @ApiNotFoundResponse({ description: 'The view does not exist.' })
  deleteProjectView(@CurrentActor() actor: UserActor, @Param('view') uid: string) {
    return this.views.delete(actor, uid);
  }

  @Get(':view/assets')
  @SignedIn()
  @Priority('low')
  @ApiOperation({
    summary: 'List the projects of a project view',
    description: 'Surveys whose settings name one of its countries; read-only.',
  })
  @ApiForbiddenResponse({ description: 'The view lacks `view_asset`.' })
  @ApiNotFoundResponse(NOT_FOUND)
  async listProjectViewAssets(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @Query() query: ViewedAssetQueryDto,
    @PaginatedList(ViewedAssetDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const found = await this.views.assets(actor, uid, query.toInput(), page.window);
    return presentPage(page, found, (asset) => presentViewedAsset(links, asset, found));
  }

  @Get(':view/assets/counts')
  @SignedIn()
  @Priority('low')
  @ApiOperation({ summary: 'Count the projects of a project view by deployment status' })
  @ApiOkResponse({ type: ViewedCountsDto })
  @ApiForbiddenResponse({ description: 'The view lacks `view_asset`.' })
  @ApiNotFoundResponse(NOT_FOUND)
  async countProjectViewAssets(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @Query() query: ViewedAssetQueryDto,
  ) {
    return presentViewedCounts(await this.views.counts(actor, uid, query.q));
  }

  @Get(':view/assets/minimal-list')
  @SignedIn()
  @Priority('low')
  @ApiOperation({ summary: 'List the projects of a project view with uid, name and deployment status only' })
  @ApiOkResponse({ type: MinimalAssetListDto })
  @ApiForbiddenResponse({ description: 'The view lacks `view_asset`.' })
  @ApiNotFoundResponse(NOT_FOUND)
  async listProjectViewAssetNames(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @Query() query: ViewedAssetQueryDto,
    @Pagination(ListWindowPipe) page: PageRequest,
  ) {
    const found = await this.views.assets(actor, uid, query.toInput(), page.window);
    return presentMinimalViewedAssets(page, found);
  }

  @Get(':view/users')
  @SignedIn()
  @Priority('low')
  @ApiOperation({
    summary: 'List the users of a project view',
    description: 'Users whose profile names one of its countries, by username; read-only.',
  })
  @ApiNotFoundResponse(NOT_FOUND)
  async listProjectViewUsers(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @PaginatedList(ViewedUserDto) page: PageRequest,
  ) {
    return presentPage(page, await this.views.users(actor, uid, page.window), presentViewedUser);
  }
}
