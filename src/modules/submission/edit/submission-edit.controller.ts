import { Body, Controller, Param } from '@nestjs/common';
import { ApiBadRequestResponse, ApiForbiddenResponse, ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { AcceptsAnswers, IgnoresBody } from '../../../http/body/body-reader';
import { Endpoint } from '../../../http/endpoint';
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

  @Endpoint('PATCH bulk', {
    summary: 'Set answers in many submissions',
    description:
      'Each submission is edited on its own. One that cannot hold the answers stays unchanged and is listed as a failure.',
    returns: BulkEditResultDto,
    fails: {
      400: { type: BulkEditResultDto, description: 'No submission could be edited, or the body is invalid.' },
    },
  })
  @AcceptsAnswers('payload', 'data')
  @Requires('change_submissions', SEE)
  async bulkUpdateSubmissions(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkEditDto,
  ) {
    return presentBulkEdit(await this.edits.edit(actor, access, body.payload));
  }

  @Endpoint('DELETE bulk', {
    summary: 'Delete many submissions',
    description: `Deletes all or none. ${RESTORABLE}`,
    status: 200,
    returns: BulkResultDto,
  })
  @Requires('delete_submissions', SEE)
  async bulkDeleteSubmissions(
    access: AssetAccess<'delete_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkRemovalDto,
  ) {
    return presentBulkResult(await this.removal.removeMany(actor, access, body.payload), 'deleted');
  }

  @Endpoint('PATCH validation_statuses', {
    summary: 'Update the validation status of many submissions',
    description: 'Updates all or none.',
    returns: StatusResultDto,
  })
  @Requires('validate_submissions', SEE)
  async bulkUpdateValidationStatuses(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkValidationStatusDto,
  ) {
    return presentStatusChange(await this.validationStatuses.setMany(actor, access, body.payload));
  }

  @Endpoint('DELETE validation_statuses', {
    summary: 'Clear the validation status of many submissions',
    description: 'Same as PATCH; send `validation_status.uid` null to clear the statuses. All or none.',
    status: 200,
    returns: StatusResultDto,
  })
  @Requires('validate_submissions', SEE)
  async bulkDeleteValidationStatuses(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkValidationStatusDto,
  ) {
    return presentStatusChange(await this.validationStatuses.setMany(actor, access, body.payload));
  }

  @Endpoint('POST validation_statuses/undo', {
    summary: 'Undo a change of validation statuses',
    description:
      'Sets the statuses back that the change replaced, also who had set them and when. A submission whose status was changed since keeps it, as do those that the caller may not validate.',
    status: 200,
    returns: StatusUndoResultDto,
    fails: { 404: 'The change has no submission that the caller may validate.' },
  })
  @Requires('validate_submissions', SEE)
  async undoValidationStatuses(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() { change_id: change }: UndoValidationStatusDto,
  ) {
    return presentStatusUndo(await this.validationStatuses.undo(actor, access, change));
  }

  @Endpoint('DELETE :id', {
    summary: 'Delete a submission',
    description: `Deletes it with its attachments and its history. ${RESTORABLE}`,
    returns: { description: 'The submission is deleted.' },
  })
  @IgnoresBody()
  @Requires('delete_submissions', SEE)
  async deleteSubmission(
    access: AssetAccess<'delete_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id', SubmissionIdPipe) id: string,
  ) {
    await this.removal.removeOne(actor, access, id);
  }

  @Endpoint('POST :id/duplicate', {
    summary: 'Duplicate a submission',
    description: 'Creates a submission with the same answers and attachments, sent by the caller now.',
    returns: SubmissionDto,
    fails: { 402: 'A limit of what is stored is reached; the response names it.' },
  })
  @IgnoresBody()
  @Requires('change_submissions', SEE)
  async duplicateSubmission(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @ResponseLinks() links: Links,
  ) {
    return presentCopy(links.origin, await this.copies.duplicate(actor, access, id));
  }

  @Endpoint('GET :id/validation_status', {
    summary: 'Get the validation status of a submission',
    returns: ValidationStatusDto,
  })
  @Requires('view_submissions')
  async getValidationStatus(access: AssetAccess<'view_submissions'>, @Param('id') id: string) {
    return presentValidationStatus(await this.validationStatuses.get(access, id));
  }

  @Endpoint('PATCH :id/validation_status', {
    summary: 'Update the validation status of a submission',
    returns: ValidationStatusDto,
  })
  @Requires('validate_submissions', SEE)
  async updateValidationStatus(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: SetValidationStatusDto,
  ) {
    return presentValidationStatus(await this.validationStatuses.set(actor, access, id, body.toInput()));
  }

  @Endpoint('DELETE :id/validation_status', {
    summary: 'Clear the validation status of a submission',
    returns: { description: 'The status is cleared.' },
  })
  @IgnoresBody()
  @Requires('validate_submissions', SEE)
  async deleteValidationStatus(
    access: AssetAccess<'validate_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
  ) {
    await this.validationStatuses.set(actor, access, id, null);
  }
}
