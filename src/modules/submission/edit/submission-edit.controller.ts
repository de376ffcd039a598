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
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { IgnoresBody } from '../../../http/body/body-declaration';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { BulkEditService } from './bulk-edit.service';
import {
  presentBulkResult,
  presentBulkEdit,
  presentStatusChange,
  presentStatusUndo,
  presentValidationStatus,
} from './submission-edit.presenter';
import {
  BulkEditDto,
  BulkEditResultDto,
  BulkResultDto,
  BulkRemovalDto,
  BulkValidationStatusDto,
  StatusResultDto,
  StatusUndoResultDto,
  UndoValidationStatusDto,
  ValidationStatusDto,
  SetValidationStatusDto,
} from './bulk.dto';
import { SubmissionDto } from '../read/submission.dto';
import { SubmissionCopyService } from './submission-copy.service';
import { SubmissionRemovalService } from './submission-removal.service';
import { SubmissionIdPipe } from '../read/submission.pipe';
import { presentCopy } from '../read/submission.presenter';
import { ValidationStatusService } from './validation-status.service';

const SEE = { see: 'view_submissions' } as const;

const RESTORABLE =
  'For `DELETED_SUBMISSIONS_KEPT_DAYS` (default: 30) they can be restored by `POST …/data/deleted/restore/`; with 0 they are purged at once.';

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The body is invalid, or the asset was never deployed.' })
@ApiForbiddenResponse({
  description: 'The caller may view the submissions, but may not change all of them in this way.',
})
@ApiNotFoundResponse({ description: 'The submission does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid/data')
export class SubmissionEditController {
  constructor(
    private readonly removal: SubmissionRemovalService,
    private readonly validationStatuses: ValidationStatusService,
    private readonly copies: SubmissionCopyService,
    private readonly edits: BulkEditService,
  ) {}

  @Patch('bulk')
  @Requires('change_submissions', SEE)
  @ApiOperation({
    summary: 'Set answers in many submissions',
    description:
      'Each submission is edited on its own. One that cannot hold the answers stays unchanged and is listed as a failure.',
  })
  @ApiOkResponse({ type: BulkEditResultDto })
  @ApiBadRequestResponse({
    type: BulkEditResultDto,
    description: 'No submission could be edited, or the body is invalid.',
  })
  async bulkUpdateSubmissions(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkEditDto,
  ) {
    return presentBulkEdit(await this.edits.edit(actor, access, body.toInput()));
  }

  @Delete('bulk')
  @Requires('delete_submissions', SEE)
  @ApiOperation({ summary: 'Delete many submissions', description: `Deletes all or none. ${RESTORABLE}` })
  @ApiOkResponse({ type: BulkResultDto })
  async bulkDeleteSubmissions(
    access: AssetAccess<'delete_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkRemovalDto,
  ) {
    return presentBulkResult(await this.removal.removeMany(actor, access, body.toInput()), 'deleted');
  }

  @Patch('validation_statuses')
  @Requires('validate_submissions', SEE)
  @ApiOperation({
    summary: 'Update the validation status of many submissions',
    description: 'Updates all or none.',
  })
  @ApiOkResponse({ type: StatusResultDto })
  async bulkUpdateValidationStatuses(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkValidationStatusDto,
  ) {
    return presentStatusChange(await this.validationStatuses.setMany(actor, access, body.toInput()));
  }

  @Delete('validation_statuses')
  @Requires('validate_submissions', SEE)
  @ApiOperation({
    summary: 'Clear the validation status of many submissions',
    description: 'Same as PATCH; send `validation_status.uid` null to clear the statuses. All or none.',
  })
  @ApiOkResponse({ type: StatusResultDto })
  async bulkDeleteValidationStatuses(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkValidationStatusDto,
  ) {
    return presentStatusChange(await this.validationStatuses.setMany(actor, access, body.toInput()));
  }

  @Post('validation_statuses/undo')
  @HttpCode(200)
  @Requires('validate_submissions', SEE)
  @ApiOperation({
    summary: 'Undo a change of validation statuses',
    description:
      'Sets the statuses back that the change replaced, also who had set them and when. A submission whose status was changed since keeps it, as do those that the caller may not validate.',
  })
  @ApiOkResponse({ type: StatusUndoResultDto })
  @ApiNotFoundResponse({
    description: 'The change has no submission that the caller may validate.',
  })
  async undoValidationStatuses(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() { change_id: change }: UndoValidationStatusDto,
  ) {
    return presentStatusUndo(await this.validationStatuses.undo(actor, access, change));
  }

  @Delete(':id')
  @HttpCode(204)
  @IgnoresBody()
  @Requires('delete_submissions', SEE)
  @ApiOperation({
    summary: 'Delete a submission',
    description: `Deletes it with its attachments and its history. ${RESTORABLE}`,
  })
  @ApiNoContentResponse({ description: 'The submission is deleted.' })
  async deleteSubmission(
    access: AssetAccess<'delete_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id', SubmissionIdPipe) id: string,
  ) {
    await this.removal.removeOne(actor, access, id);
  }

  @Post(':id/duplicate')
  @IgnoresBody()
  @Requires('change_submissions', SEE)
  @ApiOperation({
    summary: 'Duplicate a submission',
    description: 'Creates a submission with the same answers and attachments, sent by the caller now.',
  })
  @ApiCreatedResponse({ type: SubmissionDto })
  async duplicateSubmission(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @ResponseLinks() links: Links,
  ) {
    return presentCopy(links.origin, await this.copies.duplicate(actor, access, id));
  }

  @Get(':id/validation_status')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Get the validation status of a submission' })
  @ApiOkResponse({ type: ValidationStatusDto })
  async getValidationStatus(access: AssetAccess<'view_submissions'>, @Param('id') id: string) {
    return presentValidationStatus(await this.validationStatuses.get(access, id));
  }

  @Patch(':id/validation_status')
  @Requires('validate_submissions', SEE)
  @ApiOperation({ summary: 'Update the validation status of a submission' })
  @ApiOkResponse({ type: ValidationStatusDto })
  async updateValidationStatus(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: SetValidationStatusDto,
  ) {
    return presentValidationStatus(await this.validationStatuses.set(actor, access, id, body.toInput()));
  }

  @Delete(':id/validation_status')
  @HttpCode(204)
  @IgnoresBody()
  @Requires('validate_submissions', SEE)
  @ApiOperation({ summary: 'Clear the validation status of a submission' })
  @ApiNoContentResponse({ description: 'The status is cleared.' })
  async deleteValidationStatus(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
  ) {
    await this.validationStatuses.set(actor, access, id, null);
  }
}
