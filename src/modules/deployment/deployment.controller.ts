import { Body, Controller } from '@nestjs/common';
import { ApiNotFoundResponse, ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { type Links, ResponseLinks } from '../../http/url/links';
import {
  DeploymentService,
  type DeploymentChange,
  type DeploymentInput,
  type DeploymentView,
  type ListForecastView,
} from './deployment.service';
import { NeedsKnownMember } from '../../http/validation/request-validation.pipe';
import { NotNull, OneOf, OptionalFlag, OptionalText, Unsupported } from '../../http/validation/field';
import { AssetDetailDto } from '../asset/asset.dto';
import { presentAssetDetail } from '../asset/asset.presenter';

abstract class BaseDeploymentDto {
  @OptionalFlag()
  @ApiPropertyOptional({
    example: true,
    description: 'False archives: submissions are rejected, data remains.',
  })
  active?: boolean;

  @OptionalText()
  @ApiPropertyOptional({
    example: 'vWvkKzNE8xCtfApJvabfjG',
    description: 'Uid of the current version; any other is rejected with 400.',
  })
  version_id?: string;

  protected toDeploymentInput(): DeploymentInput {
    return {
      ...(this.active !== undefined && { active: this.active }),
      ...(this.version_id !== undefined && { versionUid: this.version_id }),
    };
  }
}

const BACKEND = 'openrosa';

class DeployDto extends BaseDeploymentDto {
  @OneOf([BACKEND], { required: false })
  @ApiPropertyOptional({ enum: [BACKEND], description: 'Accepted for compatibility.' })
  backend?: string;

  toInput(): DeploymentInput {
    return this.toDeploymentInput();
  }
}

@NeedsKnownMember('active', 'version_id', 'backend')
class PatchDeploymentDto extends BaseDeploymentDto {
  @NotNull()
  @Unsupported('This field cannot be modified after the initial deployment.', [BACKEND])
  @ApiPropertyOptional({ enum: [BACKEND], description: 'Not changeable.' })
  backend?: string;

  /** A body with only `active` archives or resumes; any other, and an empty body, deploys the current version. */
  toInput(): DeploymentChange {
    return this.active !== undefined && this.version_id === undefined
      ? { kind: 'set-active', active: this.active }
      : { kind: 'redeploy', input: this.toDeploymentInput() };
  }
}

class DeploymentDto {
  @ApiProperty({ example: 'openrosa' }) backend!: string;
  @ApiProperty() active!: boolean;
  @ApiProperty({ example: 'vWvkKzNE8xCtfApJvabfjG' }) version_id!: string;
  @ApiProperty({ type: AssetDetailDto }) asset!: AssetDetailDto;
  @ApiPropertyOptional({
    type: [String],
    example: ['survey, row 3, column label: The group "members" has no label.'],
    description: 'Warnings about the form, if this request deployed it and there are any.',
  })
  warnings?: string[];
}

class ListUseDto {
  @ApiProperty({ description: 'Whether submissions create entries.' }) creates!: boolean;
  @ApiProperty({ description: 'Whether submissions update entries.' }) updates!: boolean;
  @ApiProperty({ description: 'Whether collectors get the list with the form.' }) reads!: boolean;
}

class ListForecastDto {
  @ApiProperty({ example: 'households' }) name!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'elKZzgGdbtvkDb2tNnZpM8bz',
    description: 'Null if the deployment creates the list.',
  })
  uid!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://survey.example.org/api/v2/entity-lists/elKZzgGdbtvkDb2tNnZpM8bz/',
  })
  url!: string | null;
  @ApiProperty({ description: 'Whether submissions create entries only once they are approved.' })
  approval_required!: boolean;
  @ApiProperty({ type: [String], example: ['roof'], description: 'Properties that the list gets.' })
  properties_added!: string[];
  @ApiProperty({
    type: [String],
    example: [],
    description: 'Properties that the form does not save to any more. They stay in the list.',
  })
  properties_dropped!: string[];
  @ApiProperty({ type: ListUseDto, description: 'What the deployed form does; all false if there is none.' })
  deployed!: ListUseDto;
  @ApiProperty({ type: ListUseDto, description: 'What the form does once it is deployed.' })
  draft!: ListUseDto;
}

class ListForecastsDto {
  @ApiProperty({ example: 'vWvkKzNE8xCtfApJvabfjG', description: 'Version that would be deployed.' })
  version_id!: string;
  @ApiProperty({ type: [ListForecastDto], description: 'Lists of the deployed form and the draft, by name.' })
  lists!: ListForecastDto[];
}

const CHANGED_CONCURRENTLY = 'The form was changed repeatedly during the deployment. Retry later.';

@ApiTags('Deployment')
@ApiNotFoundResponse({
  description: 'The asset does not exist or is not deployed, or the caller may not view it.',
})
@Controller('api/v2/assets/:uid/deployment')
export class DeploymentController {
  constructor(private readonly deployments: DeploymentService) {}

  @Endpoint('GET', { summary: 'Get the deployment of an asset', returns: DeploymentDto })
  @Requires('view_asset', { family: 'asset-detail' })
  async getDeployment(
    access: AssetAccess<'view_asset'>,
    @CurrentActor() actor: Actor,
    @ResponseLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.show(actor, access));
  }

  @Endpoint('GET entity-lists', {
    summary: 'Forecast what a deployment does to entity lists',
    description:
      'Compiles the current version and changes nothing. Lists, their entries and properties stay in any case; submissions ' +
      'to earlier versions still reach the lists that these saved to.',
    returns: ListForecastsDto,
    fails: { 400: 'The current version can not be deployed; `error` and `detail` locate the errors.' },
  })
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async forecastEntityLists(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @ResponseLinks() links: Links,
  ) {
    return presentForecast(links, await this.deployments.forecastLists(actor, access));
  }

  @Endpoint('POST', {
    summary: 'Deploy an asset',
    description: 'Deploys the current version for the first time. Only surveys can be deployed.',
    returns: DeploymentDto,
    fails: {
      400: 'The form does not compile; `error` and `detail` locate the errors.',
      405: 'The asset is deployed already. Use PATCH.',
      409: CHANGED_CONCURRENTLY,
    },
  })
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async createDeployment(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: DeployDto,
    @ResponseLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.deploy(actor, access, body.toInput()));
  }

  @Endpoint('PATCH', {
    summary: 'Update the deployment of an asset',
    description: '`active` alone archives or resumes. `version_id`, or no body, deploys the current version.',
    returns: DeploymentDto,
    fails: {
      400: 'The form does not compile, `version_id` is not the current version, or the body has unknown fields only.',
      409: CHANGED_CONCURRENTLY,
    },
  })
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async updateDeployment(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: PatchDeploymentDto,
    @ResponseLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.change(actor, access, body.toInput()));
  }

  @Endpoint('PUT', {
    summary: 'Redeploy an asset',
    description: 'Replaces the deployed form by the current version; its identifier and submissions remain.',
    returns: DeploymentDto,
    fails: {
      400: 'The form does not compile, or `version_id` is not the current version.',
      409: CHANGED_CONCURRENTLY,
    },
  })
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async replaceDeployment(
    access: AssetAccess<'change_asset'>,
    @CurrentActor() actor: UserActor,
    @Body() body: DeployDto,
    @ResponseLinks() links: Links,
  ) {
    return presentDeployment(links, await this.deployments.redeploy(actor, access, body.toInput()));
  }
}

/** Deployment (contract-assets 4). */
function presentDeployment(links: Links, { active, versionUid, asset, warnings = [] }: DeploymentView) {
  return {
    backend: 'openrosa',
    active,
    version_id: versionUid,
    asset: presentAssetDetail(links, asset),
    ...(warnings.length > 0 && { warnings }),
  };
}

function presentForecast(links: Links, { versionUid, lists }: ListForecastView) {
  return {
    version_id: versionUid,
    lists: lists.map(({ uid, ...list }) => ({
      name: list.name,
      uid: uid ?? null,
      url: uid === undefined ? null : links.entityList(uid),
      approval_required: list.approvalRequired,
      properties_added: list.propertiesAdded,
      properties_dropped: list.propertiesDropped,
      deployed: list.deployed,
      draft: list.draft,
    })),
  };
}
