import { Injectable } from '@nestjs/common';
import { orNotFound } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import { scopeOf } from '../../../domain/query/submission-scope';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { type SubmissionNote, SubmissionNoteRepository } from './submission-note.repository';
import { SubmissionReadRepository } from './submission-read.repository';
import type { ReadAccess } from './submission.service';

export type { SubmissionNote };

/** Notes on submissions: comments of the server that they were moved from. */
@Injectable()
export class SubmissionNoteService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionReadRepository,
    private readonly notes: SubmissionNoteRepository,
  ) {}

  /** Oldest first. Viewing the submission permits reading its notes. @throws NotFoundError */
  async list(access: ReadAccess, name: string, window: PageWindow): Promise<Page<SubmissionNote>> {
    await this.forms.getDeployed(access);
    const submissionId = orNotFound(
      await this.submissions.findId(scopeOf(access), readSubmissionIdentifier(name)),
    );
    const [items, count] = await this.notes.list(access.assetId, submissionId, window);
    return { items, count };
  }
}
