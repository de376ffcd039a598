import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import { scopeOf } from '../../domain/query/submission-scope';
import { readSubmissionName } from '../../domain/submission/submission-name';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { AttachmentRepository, type DroppedFile } from './attachment.repository';
import { type PastState, SubmissionHistoryRepository } from './submission-history.repository';
import { SubmissionQuery } from './submission.query';
import type { ReadAccess } from './submission.service';

/** What a submission was, with the files that it lost when it was edited. */
export interface PastSubmission extends PastState {
  readonly submissionId: number;
  readonly files: readonly DroppedFile[];
}

/** What submissions were before they were edited (decision 75). */
@Injectable()
export class SubmissionHistoryService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionQuery,
    private readonly history: SubmissionHistoryRepository,
    private readonly attachments: AttachmentRepository,
  ) {}

  /**
   * The earlier states of a submission, the first one first. Who sees a submission now sees what it was.
   * @throws NotFoundError
   */
  async of(access: ReadAccess, name: string, window: PageWindow): Promise<Page<PastSubmission>> {
    await this.forms.deployed(access);
    const submissionId = await this.submissions.findId(scopeOf(access), readSubmissionName(name));
    if (submissionId === undefined) throw new NotFoundError();
    const [states, count] = await this.history.list(access.assetId, submissionId, window);
    const files = await this.attachments.dropped(access.assetId, submissionId);
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
