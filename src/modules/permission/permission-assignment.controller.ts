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
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { AssignPermissionDto } from './dto/assign-permission.dto';
import { PermissionAssignmentDto } from './dto/permission.dto';
import { PermissionAssignmentService } from './permission-assignment.service';
import { presentAssignment, presentAssignments } from './permission.presenter';

@ApiTags('Permissions')
@ApiNotFoundResponse({ description: 'There is no such asset, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/permission-assignments')
export class PermissionAssignmentController {
  constructor(private readonly assignments: PermissionAssignmentService) {}

  @Get()
  @Requires('view_asset')
  @ApiOperation({ summary: 'Who holds what on the asset, as far as the caller may know: a bare array' })
  @ApiOkResponse({ type: [PermissionAssignmentDto] })
  async list(access: AssetAccess<'view_asset'>, @CurrentActor() actor: Actor, @AnswerLinks() links: Links) {
    return presentAssignments(links, access.assetUid, await this.assignments.list(actor, access));
  }

  @Post()
  @Requires('manage_asset', { see: 'view_asset' })
  @ApiOperation({ summary: 'Grants a permission with all it implies' })
  @ApiCreatedResponse({ type: PermissionAssignmentDto })
  @ApiBadRequestResponse({ description: 'User and permission do not exist or do not fit together.' })
  async assign(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: AssignPermissionDto,
    @AnswerLinks() links: Links,
  ) {
    const assignment = await this.assignments.assign(actor, access, body.toInput());
    return created(presentAssignment(links, access.assetUid, assignment));
  }

  @Get(':assignment')
  @Requires('view_asset')
  @ApiOperation({ summary: 'One assignment' })
  @ApiOkResponse({ type: PermissionAssignmentDto })
  async show(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @Param('assignment') uid: string,
    @AnswerLinks() links: Links,
  ) {
    return presentAssignment(links, access.assetUid, await this.assignments.findOne(actor, access, uid));
  }

  @Delete(':assignment')
  @HttpCode(204)
  @Requires('view_asset')
  @ApiOperation({ summary: 'Takes an assignment away, with all that implies it' })
  @ApiNoContentResponse()
  @ApiConflictResponse({ description: 'What the owner holds stays.' })
  revoke(access: AssetAccess<'view_asset'>, @CurrentActor() actor: Actor, @Param('assignment') uid: string) {
    return this.assignments.revoke(actor, access, uid);
  }
}
