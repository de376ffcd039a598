import { Body, Controller, Get, Patch, Post, Put } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiMethodNotAllowedResponse,
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
import { presentDeployment } from './deployment.presenter';
import { DeploymentService } from './deployment.service';
import { DeployDto, DeploymentDto, PatchDeploymentDto } from './dto/deployment.dto';

const SAVED_MEANWHILE = 'The form is saved again and again meanwhile; deploy it when that has ended.';

@ApiTags('Deployment')
@ApiNotFoundResponse({
  description: 'There is no such asset or no deployment, or the caller may not see it.',
})
@Controller('api/v2/assets/:uid/deployment')
export class DeploymentController {
  constructor(private readonly deployments: DeploymentService) {}

  @Get()
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'The deployment of the asset' })
  @ApiOkResponse({ type: DeploymentDto })
  async show(access: AssetAccess<'view_asset'>, @CurrentActor() actor: Actor, @AnswerLinks() links: Links) {
    return presentDeployment(links, await this.deployments.show(actor, access));
  }

  @Post()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  @ApiOperation({ summary: 'Deploys the current version for the first time' })
  @ApiCreatedResponse({ type: DeploymentDto })
  @ApiBadRequestResponse({
    description: 'The form does not compile; `error` and `detail` say where and why.',
  })
  @ApiMethodNotAllowedResponse({ description: 'There is a deployment already; use PATCH.' })
  @ApiConflictResponse({ description: SAVED_MEANWHILE })
  async deploy(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: DeployDto,
    @AnswerLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.deploy(actor, access, body.toInput()));
  }

  @Patch()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  @ApiOperation({
    summary: 'Archives or resumes when only `active` is sent; else deploys the current version',
  })
  @ApiOkResponse({ type: DeploymentDto })
  @ApiBadRequestResponse({ description: 'The form does not compile, or version_id is not the current one.' })
  @ApiConflictResponse({ description: SAVED_MEANWHILE })
  async change(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: PatchDeploymentDto,
    @AnswerLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.change(actor, access, body.toInput()));
  }

  @Put()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  @ApiOperation({ summary: 'Overwrites the deployment with the current version; its identifier stays' })
  @ApiOkResponse({ type: DeploymentDto })
  @ApiBadRequestResponse({ description: 'The form does not compile, or version_id is not the current one.' })
  @ApiConflictResponse({ description: SAVED_MEANWHILE })
  async overwrite(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: DeployDto,
    @AnswerLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.redeploy(actor, access, body.toInput()));
  }
}
