import { Controller, Get, Header, Param, Body, Delete, HttpCode, Post, Patch } from '@nestjs/common';
import {
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiBody,
} from '@nestjs/swagger';
import { Public, CurrentActor, Requires } from '../../authorization/policy';
import { paginate } from '../../domain/page';
import { type Codename, CODENAMES } from '../../domain/permission/codename';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { KnownSegment } from '../../http/validation/link-to';
import {
  PermissionDto,
  PermissionAssignmentDto,
  AssignPermissionDto,
  CloneAssignmentsDto,
  ListedAssignmentDto,
  ReplaceAssignmentsDto,
  RevokeAllDto,
} from './permission.dto';
import { presentPermission, presentAssignment, presentAssignments } from './permission.presenter';
import type { Actor, UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { created } from '../../http/reply';
import { PermissionAssignmentService } from './permission-assignment.service';

const KnownCodename = KnownSegment((name) => CODENAMES.find((codename) => codename === name));

@ApiTags('Permissions')
@Controller('api/v2/permissions')
export class PermissionController {
  @Get()
  @Public()
  @Header('Allow', 'GET, HEAD, OPTIONS')
  @ApiOperation({ summary: 'List assignable permissions' })
  listPermissions(@PaginatedList(PermissionDto) page: PageRequest, @ResponseLinks() links: Links) {
    return presentPage(page, paginate(CODENAMES, page.window), (codename) =>
      presentPermission(links, codename),
    );
  }

  @Get(':codename')
  @Public()
  @Header('Allow', 'GET, HEAD, OPTIONS')
  @ApiOperation({ summary: 'Get a permission' })
  @ApiParam({ name: 'codename', enum: CODENAMES })
  @ApiOkResponse({ type: PermissionDto })
  @ApiNotFoundResponse({ description: 'The permission does not exist.' })
  getPermission(@ResponseLinks() links: Links, @Param('codename', KnownCodename) codename: Codename) {
    return presentPermission(links, codename);
  }
}

@ApiTags('Permissions')
@ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
@Controller('api/v2/assets/:uid/permission-assignments')
export class PermissionAssignmentController {
  constructor(private readonly assignments: PermissionAssignmentService) {}

  @Get()
  @Requires('view_asset')
  @ApiOperation({
    summary: 'List the permission assignments of an asset',
    description:
      "A bare array without pagination. Callers who do not manage the asset see their own assignments, the owner's and AnonymousUser's.",
  })
  @ApiOkResponse({ type: [PermissionAssignmentDto] })
  async listPermissionAssignments(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @ResponseLinks() links: Links,
  ) {
    return presentAssignments(links, access.assetUid, await this.assignments.list(actor, access));
  }

  @Post()
  @Requires('manage_asset', { see: 'view_asset' })
  @ApiOperation({
    summary: 'Grant a permission on an asset',
    description: 'Also grants the implied permissions and removes contradictory ones.',
  })
  @ApiCreatedResponse({ type: PermissionAssignmentDto })
  @ApiBadRequestResponse({
    description: 'User or permission does not exist, or the permission cannot be assigned to the user.',
  })
  async createPermissionAssignment(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: AssignPermissionDto,
    @ResponseLinks() links: Links,
  ) {
    const assignment = await this.assignments.assign(actor, access, body.toInput());
    return created(presentAssignment(links, access.assetUid, assignment));
  }

  @Get(':assignment')
  @Requires('view_asset')
  @ApiOperation({ summary: 'Get a permission assignment' })
  @ApiOkResponse({ type: PermissionAssignmentDto })
  async getPermissionAssignment(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @Param('assignment') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentAssignment(links, access.assetUid, await this.assignments.findOne(actor, access, uid));
  }

  @Delete(':assignment')
  @HttpCode(204)
  @Requires('view_asset')
  @ApiOperation({
    summary: 'Revoke a permission on an asset',
    description: 'Also revokes the permissions that imply it.',
  })
  @ApiNoContentResponse()
  @ApiConflictResponse({ description: "The owner's permissions cannot be revoked." })
  deletePermissionAssignment(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @Param('assignment') uid: string,
  ) {
    return this.assignments.revoke(actor, access, uid);
  }
}

@ApiTags('Permissions')
@ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
@Controller('api/v2/assets/:uid/permission-assignments')
export class BulkAssignmentController {
  constructor(private readonly assignments: PermissionAssignmentService) {}

  @Post('bulk')
  @HttpCode(200)
  @Requires('manage_asset', { see: 'view_asset' })
  @ApiOperation({
    summary: 'Replace all permission assignments of an asset',
    description: "All or nothing. Keeps the owner's assignments.",
  })
  @ApiBody({ type: [ListedAssignmentDto] })
  @ApiOkResponse({ type: [PermissionAssignmentDto] })
  @ApiBadRequestResponse({
    description: 'A user or permission does not exist, or a permission cannot be assigned to a user.',
  })
  async replacePermissionAssignments(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: ReplaceAssignmentsDto,
    @ResponseLinks() links: Links,
  ) {
    const assignments = await this.assignments.replaceAll(actor, access, body.toInput());
    return presentAssignments(links, access.assetUid, assignments);
  }

  @Delete('bulk')
  @HttpCode(204)
  @Requires('view_asset')
  @ApiOperation({
    summary: 'Revoke all permissions of a user on an asset',
    description: 'Managers may revoke those of any user but the owner, other users their own.',
  })
  @ApiBody({ type: RevokeAllDto })
  @ApiNoContentResponse()
  @ApiConflictResponse({ description: "The owner's permissions cannot be revoked." })
  revokeAllPermissions(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @Body() body: RevokeAllDto,
  ) {
    return this.assignments.revokeAll(actor, access, body.username);
  }

  @Patch('clone')
  @Requires('manage_asset', { see: 'view_asset' })
  @ApiOperation({
    summary: 'Copy the permission assignments of another asset',
    description: "Replaces all assignments but the owner's.",
  })
  @ApiOkResponse({ type: [PermissionAssignmentDto] })
  @ApiBadRequestResponse({ description: '`clone_from` is missing.' })
  async clonePermissionAssignments(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: Actor,
    @Body() body: CloneAssignmentsDto,
    @ResponseLinks() links: Links,
  ) {
    const assignments = await this.assignments.copyFrom(actor, access, body.clone_from);
    return presentAssignments(links, access.assetUid, assignments);
  }
}
