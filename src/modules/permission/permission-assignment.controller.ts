import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { created } from '../../http/reply';
import { type Links, ResponseLinks } from '../../http/url/links';
import { AssignPermissionDto } from './dto/assign-permission.dto';
import { PermissionAssignmentDto } from './dto/permission.dto';
import { PermissionAssignmentService } from './permission-assignment.service';
import { presentAssignment, presentAssignments } from './permission.presenter';

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
