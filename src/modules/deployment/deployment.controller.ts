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
import { type Links, ResponseLinks } from '../../http/url/links';
import { presentDeployment } from './deployment.presenter';
import { DeploymentService } from './deployment.service';
import { DeployDto, DeploymentDto, PatchDeploymentDto } from './dto/deployment.dto';

const CHANGED_CONCURRENTLY = 'The form was changed repeatedly during the deployment. Retry later.';

@ApiTags('Deployment')
@ApiNotFoundResponse({
  description: 'The asset does not exist or is not deployed, or the caller may not view it.',
})
@Controller('api/v2/assets/:uid/deployment')
export class DeploymentController {
  constructor(private readonly deployments: DeploymentService) {}

  @Get()
  @Requires('view_asset', { family: 'asset-detail' })
  @ApiOperation({ summary: 'Get the deployment of an asset' })
  @ApiOkResponse({ type: DeploymentDto })
  async getDeployment(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @ResponseLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.show(actor, access));
  }

  @Post()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  @ApiOperation({
    summary: 'Deploy an asset',
    description: 'Deploys the current version for the first time. Only surveys can be deployed.',
  })
  @ApiCreatedResponse({ type: DeploymentDto })
  @ApiBadRequestResponse({
    description: 'The form does not compile; `error` and `detail` locate the errors.',
  })
  @ApiMethodNotAllowedResponse({ description: 'The asset is deployed already. Use PATCH.' })
  @ApiConflictResponse({ description: CHANGED_CONCURRENTLY })
  async createDeployment(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: DeployDto,
    @ResponseLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.deploy(actor, access, body.toInput()));
  }

  @Patch()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  @ApiOperation({
    summary: 'Update the deployment of an asset',
    description: '`active` alone archives or resumes; any other body deploys the current version.',
  })
  @ApiOkResponse({ type: DeploymentDto })
  @ApiBadRequestResponse({
    description: 'The form does not compile, or `version_id` is not the current version.',
  })
  @ApiConflictResponse({ description: CHANGED_CONCURRENTLY })
  async updateDeployment(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: PatchDeploymentDto,
    @ResponseLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.change(actor, access, body.toInput()));
  }

  @Put()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  @ApiOperation({
    summary: 'Redeploy an asset',
    description: 'Replaces the deployed form by the current version; its identifier and submissions remain.',
  })
  @ApiOkResponse({ type: DeploymentDto })
  @ApiBadRequestResponse({
    description: 'The form does not compile, or `version_id` is not the current version.',
  })
  @ApiConflictResponse({ description: CHANGED_CONCURRENTLY })
  async replaceDeployment(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: DeployDto,
    @ResponseLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.redeploy(actor, access, body.toInput()));
  }
}
