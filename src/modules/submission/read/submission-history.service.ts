import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import { scopeOf } from '../../../domain/query/submission-scope';
import { readSubmissionIdentifier } from '../../../domain/submission/submission-identifier';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { AttachmentRepository, type DroppedFile } from '../attachment.repository';
import { type PastState, SubmissionHistoryRepository } from './submission-history.repository';
import { SubmissionQuery } from './submission.query';
import type { ReadAccess } from './submission.service';

/** A replaced state, with the attachments that the edit dropped. */
export interface PastSubmission extends PastState {
  readonly submissionId: number;
  readonly files: readonly DroppedFile[];
}

/** Earlier states of submissions (decision 75). */
@Injectable()
export class SubmissionHistoryService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionQuery,
    private readonly history: SubmissionHistoryRepository,
    private readonly attachments: AttachmentRepository,
  ) {}

  /** Oldest first. Viewing the current submission permits viewing its history. @throws NotFoundError */
  async list(access: ReadAccess, name: string, window: PageWindow): Promise<Page<PastSubmission>> {
    await this.forms.getDeployed(access);
    const submissionId = await this.submissions.findId(scopeOf(access), readSubmissionIdentifier(name));
    if (submissionId === undefined) throw new NotFoundError();
    const [states, count] = await this.history.list(access.assetId, submissionId, window);
    const files = await this.attachments.listDropped(access.assetId, submissionId);
    return {
      count,
      items: states.map((state) => ({
        ...state,
        submissionId,
        files: files.filter(({ dateDropped }) => dateDropped.getTime() === state.dateReplaced.getTime()),
      })),
    };
  }
}
