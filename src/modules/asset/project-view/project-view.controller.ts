import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiForbiddenResponse, ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn, SuperuserOnly, Priority } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
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

  @Endpoint('GET', {
    summary: 'List project views',
    description: 'Those assigned to the caller, all for a superuser.',
  })
  @SignedIn()
  async listProjectViews(
    @CurrentActor() actor: UserActor,
    @PaginatedList(ProjectViewDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.views.list(actor, page.window), (view) =>
      presentProjectView(links, view),
    );
  }

  @Endpoint('POST', {
    summary: 'Create a project view',
    description: 'For superusers. Assigned users read the projects and users of its countries in two lists.',
    returns: ProjectViewDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @SuperuserOnly()
  @ApiForbiddenResponse(NO_SUPERUSER)
  async createProjectView(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateProjectViewDto,
    @ResponseLinks() links: Links,
  ) {
    return created(presentProjectView(links, await this.views.create(actor, body.toInput())));
  }

  @Endpoint('GET :view', { summary: 'Get a project view', returns: ProjectViewDto })
  @SignedIn()
  @ApiNotFoundResponse(NOT_FOUND)
  async getProjectView(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentProjectView(links, await this.views.show(actor, uid));
  }

  @Endpoint('PATCH :view', {
    summary: 'Update a project view',
    description: 'For superusers. `assigned_users` replaces all assignments.',
    returns: ProjectViewDto,
    fails: { 400: 'Validation errors by field.', 404: 'The view does not exist.' },
  })
  @SuperuserOnly()
  @ApiForbiddenResponse(NO_SUPERUSER)
  async updateProjectView(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @Body() body: PatchProjectViewDto,
    @ResponseLinks() links: Links,
  ) {
    return presentProjectView(links, await this.views.change(actor, uid, body.toInput()));
  }

  @Endpoint('DELETE :view', {
    summary: 'Delete a project view',
    description: 'For superusers. Projects stay.',
    fails: { 404: 'The view does not exist.' },
  })
  @SuperuserOnly()
  @ApiForbiddenResponse(NO_SUPERUSER)
  deleteProjectView(@CurrentActor() actor: UserActor, @Param('view') uid: string) {
    return this.views.delete(actor, uid);
  }

  @Endpoint('GET :view/assets', {
    summary: 'List the projects of a project view',
    description: 'Surveys whose settings name one of its countries; read-only.',
    fails: { 403: 'The view lacks `view_asset`.' },
  })
  @SignedIn()
  @Priority('low')
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

  @Endpoint('GET :view/assets/counts', {
    summary: 'Count the projects of a project view by deployment status',
    returns: ViewedCountsDto,
    fails: { 403: 'The view lacks `view_asset`.' },
  })
  @SignedIn()
  @Priority('low')
  @ApiNotFoundResponse(NOT_FOUND)
  async countProjectViewAssets(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @Query() query: ViewedAssetQueryDto,
  ) {
    return presentViewedCounts(await this.views.counts(actor, uid, query.q));
  }

  @Endpoint('GET :view/assets/minimal-list', {
    summary: 'List the projects of a project view with uid, name and deployment status only',
    returns: MinimalAssetListDto,
    fails: { 403: 'The view lacks `view_asset`.' },
  })
  @SignedIn()
  @Priority('low')
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

  @Endpoint('GET :view/users', {
    summary: 'List the users of a project view',
    description: 'Users whose profile names one of its countries, by username; read-only.',
  })
  @SignedIn()
  @Priority('low')
  @ApiNotFoundResponse(NOT_FOUND)
  async listProjectViewUsers(
    @CurrentActor() actor: UserActor,
    @Param('view') uid: string,
    @PaginatedList(ViewedUserDto) page: PageRequest,
  ) {
    return presentPage(page, await this.views.users(actor, uid, page.window), presentViewedUser);
  }
}
