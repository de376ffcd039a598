import { Body, Controller, Get, Param, Patch, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { parsedMembers } from '../../../http/body/parsed-members';
import {
  CreateQuestionFeatureDto,
  QuestionFeatureDto,
  UpdateQuestionFeatureDto,
} from './dto/question-feature.dto';
import { QuestionFeatureService } from './question-feature.service';
import { presentFeature } from './supplement.presenter';

@ApiTags('Data')
@ApiNotFoundResponse({ description: 'The asset or feature does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid/advanced-features')
export class QuestionFeatureController {
  constructor(private readonly features: QuestionFeatureService) {}

  @Get()
  @Requires('view_asset')
  @ApiOperation({
    summary: 'List the advanced features of questions',
    description:
      'A bare array without pagination: what people may add to the answers of each question, oldest first.',
  })
  @ApiOkResponse({ type: [QuestionFeatureDto] })
  async listAdvancedFeatures(access: AssetAccess<'view_asset'>) {
    return (await this.features.list(access)).map(presentFeature);
  }

  @Post()
  @Requires('change_asset', { see: 'view_asset', or: 'change_submissions' })
  @ApiOperation({
    summary: 'Enable transcripts, translations or qualitative questions',
    description: 'For one question of the form.',
  })
  @ApiBody({ type: CreateQuestionFeatureDto })
  @ApiCreatedResponse({ type: QuestionFeatureDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field, or an action of a machine service.' })
  async createAdvancedFeature(
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: Readonly<Record<string, unknown>>,
  ) {
    return presentFeature(await this.features.create(actor, access, parsedMembers(body)));
  }

  @Get(':feature')
  @Requires('view_asset')
  @ApiOperation({ summary: 'Get an advanced feature' })
  @ApiOkResponse({ type: QuestionFeatureDto })
  async getAdvancedFeature(access: AssetAccess<'view_asset'>, @Param('feature') uid: string) {
    return presentFeature(await this.features.get(access, uid));
  }

  @Patch(':feature')
  @Requires('change_asset', { see: 'view_asset', or: 'change_submissions' })
  @ApiOperation({
    summary: 'Update an advanced feature',
    description:
      'Languages are added. Qualitative questions and choices are sent whole and in order; those left out are marked as deleted. Nothing is removed.',
  })
  @ApiBody({ type: UpdateQuestionFeatureDto })
  @ApiOkResponse({ type: QuestionFeatureDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  async updateAdvancedFeature(
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('feature') uid: string,
    @Body() body: Readonly<Record<string, unknown>>,
  ) {
    return presentFeature(await this.features.update(actor, access, uid, parsedMembers(body)));
  }
}
