import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { Actor } from '../../../domain/account/actor';
import { ConflictError, InvalidError, orNotFound } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { scopeOf } from '../../../domain/query/submission-scope';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { SubmissionSelectionService } from './submission-selection.service';
import { type SubmissionNote, SubmissionNoteRepository } from '../read/submission-history.repository';
import { SubmissionReadRepository } from '../read/submission-read.repository';
import type { ReadAccess } from '../read/submission.service';

export type { SubmissionNote };

/** In characters. */
export const MAX_NOTE_LENGTH = 10_000;
const MAX_NOTES = 1000;

/** Notes on submissions: comments of people here, and of the server that they were moved from. */
@Injectable()
export class SubmissionNoteService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionReadRepository,
    private readonly selections: SubmissionSelectionService,
    private readonly notes: SubmissionNoteRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
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

  /**
   * Validating the submission permits writing notes on it, on archived forms too.
   * @throws InvalidError on the field `body`
   * @throws NotFoundError, DeniedError, ConflictError
   */
  async add(
    actor: Actor,
    access: AssetAccess<'validate_submissions'>,
    name: string,
    text: string,
  ): Promise<SubmissionNote> {
    const body = text.replaceAll('\r\n', '\n').trim();
    if (body === '') throw InvalidError.at('body', 'Enter a text.');
    await this.forms.getDeployed(access);
    return this.unitOfWork.run(async (transaction) => {
      const { id: submissionId } = await this.selections.lockOne(transaction, access, name);
      const createdBy = actor.kind === 'user' ? actor.username : null;
      const note = { body, createdBy, dateCreated: this.clock.now() };
      const target = { assetId: access.assetId, submissionId };
      if (!(await this.notes.append(transaction, target, note, MAX_NOTES)))
        throw new ConflictError(`The submission has ${MAX_NOTES} notes, the maximum.`);
      return note;
    });
  }
}
