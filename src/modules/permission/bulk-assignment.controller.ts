import { Body, Controller, Delete, HttpCode, Patch, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConflictResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { type Links, ResponseLinks } from '../../http/url/links';
import {
  CloneAssignmentsDto,
  ListedAssignmentDto,
  ReplaceAssignmentsDto,
  RevokeAllDto,
} from './dto/change-assignments.dto';
import { PermissionAssignmentDto } from './dto/permission.dto';
import { PermissionAssignmentService } from './permission-assignment.service';
import { presentAssignments } from './permission.presenter';

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
