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
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
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
@ApiNotFoundResponse({ description: 'There is no such asset, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/permission-assignments')
export class ManyAssignmentsController {
  constructor(private readonly assignments: PermissionAssignmentService) {}

  @Post('bulk')
  @HttpCode(200)
  @Requires('manage_asset', { see: 'view_asset' })
  @ApiOperation({ summary: 'Makes these all assignments but the owner’s, or changes nothing' })
  @ApiBody({ type: [ListedAssignmentDto] })
  @ApiOkResponse({ type: [PermissionAssignmentDto] })
  @ApiBadRequestResponse({ description: 'A user and a permission do not exist or do not fit together.' })
  async replace(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: ReplaceAssignmentsDto,
    @AnswerLinks() links: Links,
  ) {
    const assignments = await this.assignments.replaceAll(actor, access, body.toInput());
    return presentAssignments(links, access.assetUid, assignments);
  }

  @Delete('bulk')
  @HttpCode(204)
  @Requires('view_asset')
  @ApiOperation({ summary: 'Takes everything that one user holds' })
  @ApiBody({ type: RevokeAllDto })
  @ApiNoContentResponse()
  @ApiConflictResponse({ description: 'What the owner holds stays.' })
  revokeAll(access: AssetAccess<'view_asset'>, @CurrentActor() actor: Actor, @Body() body: RevokeAllDto) {
    return this.assignments.revokeAll(actor, access, body.username);
  }

  @Patch('clone')
  @Requires('manage_asset', { see: 'view_asset' })
  @ApiOperation({ summary: 'Replaces all assignments but the owner’s by those of another asset' })
  @ApiOkResponse({ type: [PermissionAssignmentDto] })
  @ApiBadRequestResponse({ description: '`clone_from` is missing.' })
  async clone(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: Actor,
    @Body() body: CloneAssignmentsDto,
    @AnswerLinks() links: Links,
  ) {
    const assignments = await this.assignments.copyFrom(actor, access, body.clone_from);
    return presentAssignments(links, access.assetUid, assignments);
  }
}
