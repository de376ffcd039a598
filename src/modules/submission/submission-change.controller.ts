import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { TakesNoBody } from '../../http/body/body-declaration';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { BulkEditService } from './bulk-edit.service';
import { presentBulk, presentBulkEdit, presentVerdict } from './bulk.presenter';
import {
  BulkEditDto,
  BulkEditOutcomeDto,
  BulkOutcomeDto,
  BulkRemovalDto,
  BulkVerdictDto,
  ValidationStatusDto,
  VerdictDto,
} from './dto/bulk.dto';
import { SubmissionDto } from './dto/submission.dto';
import { SubmissionCopyService } from './submission-copy.service';
import { SubmissionRemovalService } from './submission-removal.service';
import { SubmissionNamePipe } from './submission-name.pipe';
import { presentCopy } from './submission.presenter';
import { ValidationStatusService } from './validation-status.service';

const SEE = { see: 'view_submissions' } as const;

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The body does not hold, or the asset was never deployed.' })
@ApiForbiddenResponse({
  description: 'The caller may see the submissions, and may not do this to all of them.',
})
@ApiNotFoundResponse({ description: 'There is no such submission, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/data')
export class SubmissionChangeController {
  constructor(
    private readonly removal: SubmissionRemovalService,
    private readonly verdicts: ValidationStatusService,
    private readonly copies: SubmissionCopyService,
    private readonly edits: BulkEditService,
  ) {}

  @Patch('bulk')
  @Requires('change_submissions', SEE)
  @ApiOperation({
    summary: 'Gives many submissions the same answers',
    description: 'Each becomes an edit. One that has no place for the answers stays as it is.',
  })
  @ApiOkResponse({ type: BulkEditOutcomeDto })
  @ApiBadRequestResponse({
    type: BulkEditOutcomeDto,
    description: 'None of them could be edited, or the body does not hold.',
  })
  async editMany(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkEditDto,
  ) {
    return presentBulkEdit(await this.edits.edit(actor, access, body.toInput()));
  }

  @Delete('bulk')
  @Requires('delete_submissions', SEE)
  @ApiOperation({ summary: 'Removes many submissions for good: all of them or none' })
  @ApiOkResponse({ type: BulkOutcomeDto })
  async removeMany(
    access: AssetAccess<'delete_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkRemovalDto,
  ) {
    return presentBulk(await this.removal.removeMany(actor, access, body.toInput()), 'deleted');
  }

  @Patch('validation_statuses')
  @Requires('validate_submissions', SEE)
  @ApiOperation({ summary: 'Gives many submissions the same verdict: all of them or none' })
  @ApiOkResponse({ type: BulkOutcomeDto })
  async judgeMany(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkVerdictDto,
  ) {
    return presentBulk(await this.verdicts.judgeMany(actor, access, body.toInput()), 'updated');
  }

  @Delete('validation_statuses')
  @Requires('validate_submissions', SEE)
  @ApiOperation({ summary: 'Does what PATCH does; `validation_status.uid` null takes the verdicts away' })
  @ApiOkResponse({ type: BulkOutcomeDto })
  async clearMany(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkVerdictDto,
  ) {
    return presentBulk(await this.verdicts.judgeMany(actor, access, body.toInput()), 'updated');
  }

  @Delete(':id')
  @HttpCode(204)
  @TakesNoBody()
  @Requires('delete_submissions', SEE)
  @ApiOperation({ summary: 'Removes a submission for good, with its files and its history' })
  @ApiNoContentResponse({ description: 'It is gone.' })
  async remove(
    access: AssetAccess<'delete_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id', SubmissionNamePipe) id: string,
  ) {
    await this.removal.removeOne(actor, access, id);
  }

  @Post(':id/duplicate')
  @TakesNoBody()
  @Requires('change_submissions', SEE)
  @ApiOperation({ summary: 'Makes a new submission with the same answers and the same files' })
  @ApiCreatedResponse({ type: SubmissionDto })
  async duplicate(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @AnswerLinks() links: Links,
  ) {
    return presentCopy(links.origin, await this.copies.duplicate(actor, access, id));
  }

  @Get(':id/validation_status')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The verdict on a submission' })
  @ApiOkResponse({ type: ValidationStatusDto })
  async verdict(access: AssetAccess<'view_submissions'>, @Param('id') id: string) {
    return presentVerdict(await this.verdicts.show(access, id));
  }

  @Patch(':id/validation_status')
  @Requires('validate_submissions', SEE)
  @ApiOperation({ summary: 'Gives a submission a verdict' })
  @ApiOkResponse({ type: ValidationStatusDto })
  async judge(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: VerdictDto,
  ) {
    return presentVerdict(await this.verdicts.judge(actor, access, id, body.toInput()));
  }

  @Delete(':id/validation_status')
  @HttpCode(204)
  @TakesNoBody()
  @Requires('validate_submissions', SEE)
  @ApiOperation({ summary: 'Takes the verdict away' })
  @ApiNoContentResponse({ description: 'There is none now.' })
  async clear(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
  ) {
    await this.verdicts.judge(actor, access, id, null);
  }
}
