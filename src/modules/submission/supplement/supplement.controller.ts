import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { parsedMembers } from '../../../http/body/parsed-members';
import { SubmissionIdPipe } from '../read/submission-id.pipe';
import { QualitativeTagDto } from './dto/question-feature.dto';
import { SupplementChangeDto, SupplementDto } from './dto/supplement.dto';
import { presentSupplement, presentTags } from './supplement.presenter';
import { SupplementService } from './supplement.service';

@ApiTags('Data')
@ApiNotFoundResponse({ description: 'The submission does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid')
export class SupplementController {
  constructor(private readonly supplements: SupplementService) {}

  @Get('data/:id/supplement')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Get the supplement of a submission',
    description:
      'All versions of its transcripts, translations and qualitative answers. `id` is the root uuid, the current uuid or the `_id`.',
  })
  @ApiOkResponse({ type: SupplementDto })
  async getSupplement(access: AssetAccess<'view_submissions'>, @Param('id', SubmissionIdPipe) id: string) {
    return presentSupplement(await this.supplements.list(access, id));
  }

  @Patch('data/:id/supplement')
  @Requires('change_submissions', { see: 'view_submissions' })
  @ApiOperation({
    summary: 'Add to the supplement of a submission',
    description:
      'Appends versions of transcripts, translations and qualitative answers that people typed. Each action, language and question must be enabled in `advanced-features`.',
  })
  @ApiBody({ type: SupplementChangeDto })
  @ApiOkResponse({ type: SupplementDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field, or an action of a machine service.' })
  async updateSupplement(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id', SubmissionIdPipe) id: string,
    @Body() body: Readonly<Record<string, unknown>>,
  ) {
    return presentSupplement(await this.supplements.change(actor, access, id, parsedMembers(body)));
  }

  @Get('qual-questions/:question/tags')
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'List the tags given to a qualitative question',
    description:
      'A bare array without pagination, sorted; at most 1000, of submissions that the caller may view.',
  })
  @ApiOkResponse({ type: [QualitativeTagDto] })
  async listQualitativeTags(access: AssetAccess<'view_submissions'>, @Param('question') question: string) {
    return presentTags(await this.supplements.tags(access, question));
  }
}
