import { Controller, Header, Param, Body } from '@nestjs/common';
import { ApiNotFoundResponse, ApiParam, ApiTags, ApiBody } from '@nestjs/swagger';
import { Public, CurrentActor, Requires } from '../../authorization/policy';
import { paginate } from '../../domain/page';
import { type Codename, CODENAMES } from '../../domain/permission/codename';
import { Endpoint } from '../../http/endpoint';
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
  @Endpoint('GET', { summary: 'List assignable permissions' })
  @Public()
  @Header('Allow', 'GET, HEAD, OPTIONS')
  listPermissions(@PaginatedList(PermissionDto) page: PageRequest, @ResponseLinks() links: Links) {
    return presentPage(page, paginate(CODENAMES, page.window), (codename) =>
      presentPermission(links, codename),
    );
  }

  @Endpoint('GET :codename', {
    summary: 'Get a permission',
    returns: PermissionDto,
    fails: { 404: 'The permission does not exist.' },
  })
  @Public()
  @Header('Allow', 'GET, HEAD, OPTIONS')
  @ApiParam({ name: 'codename', enum: CODENAMES })
  getPermission(@ResponseLinks() links: Links, @Param('codename', KnownCodename) codename: Codename) {
    return presentPermission(links, codename);
  }
}

@ApiTags('Permissions')
@ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
@Controller('api/v2/assets/:uid/permission-assignments')
export class PermissionAssignmentController {
  constructor(private readonly assignments: PermissionAssignmentService) {}

  @Endpoint('GET', {
    summary: 'List the permission assignments of an asset',
    description:
      "A bare array without pagination. Callers who do not manage the asset see their own assignments, the owner's and AnonymousUser's.",
    returns: { type: [PermissionAssignmentDto] },
  })
  @Requires('view_asset')
  async listPermissionAssignments(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @ResponseLinks() links: Links,
  ) {
    return presentAssignments(links, access.assetUid, await this.assignments.list(actor, access));
  }

  @Endpoint('POST', {
    summary: 'Grant a permission on an asset',
    description: 'Also grants the implied permissions and removes contradictory ones.',
    returns: PermissionAssignmentDto,
    fails: { 400: 'User or permission does not exist, or the permission cannot be assigned to the user.' },
  })
  @Requires('manage_asset', { see: 'view_asset' })
  async createPermissionAssignment(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: AssignPermissionDto,
    @ResponseLinks() links: Links,
  ) {
    const assignment = await this.assignments.assign(actor, access, body.toInput());
    return created(presentAssignment(links, access.assetUid, assignment));
  }

  @Endpoint('GET :assignment', { summary: 'Get a permission assignment', returns: PermissionAssignmentDto })
  @Requires('view_asset')
  async getPermissionAssignment(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @Param('assignment') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentAssignment(links, access.assetUid, await this.assignments.findOne(actor, access, uid));
  }

  @Endpoint('DELETE :assignment', {
    summary: 'Revoke a permission on an asset',
    description: 'Also revokes the permissions that imply it.',
    fails: { 409: "The owner's permissions cannot be revoked." },
  })
  @Requires('view_asset')
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

  @Endpoint('POST bulk', {
    summary: 'Replace all permission assignments of an asset',
    description: "All or nothing. Keeps the owner's assignments.",
    status: 200,
    returns: { type: [PermissionAssignmentDto] },
    fails: { 400: 'A user or permission does not exist, or a permission cannot be assigned to a user.' },
  })
  @Requires('manage_asset', { see: 'view_asset' })
  @ApiBody({ type: [ListedAssignmentDto] })
  async replacePermissionAssignments(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: ReplaceAssignmentsDto,
    @ResponseLinks() links: Links,
  ) {
    const assignments = await this.assignments.replaceAll(actor, access, body.toInput());
    return presentAssignments(links, access.assetUid, assignments);
  }

  @Endpoint('DELETE bulk', {
    summary: 'Revoke all permissions of a user on an asset',
    description: 'Managers may revoke those of any user but the owner, other users their own.',
    fails: { 409: "The owner's permissions cannot be revoked." },
  })
  @Requires('view_asset')
  @ApiBody({ type: RevokeAllDto })
  revokeAllPermissions(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @Body() body: RevokeAllDto,
  ) {
    return this.assignments.revokeAll(actor, access, body.username);
  }

  @Endpoint('PATCH clone', {
    summary: 'Copy the permission assignments of another asset',
    description: "Replaces all assignments but the owner's.",
    returns: { type: [PermissionAssignmentDto] },
    fails: { 400: '`clone_from` is missing.' },
  })
  @Requires('manage_asset', { see: 'view_asset' })
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
