import { Injectable } from '@nestjs/common';
import { orNotFound } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import { type AnswerChange, answerChanges } from '../../../domain/submission/answer-changes';
import { scopeOf } from '../../../domain/query/submission-scope';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import { SubmissionParser } from '../../../workers/submission-parser/submission-parser';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { AttachmentRepository, type DroppedFile } from '../attachment.repository';
import { type PastState, SubmissionHistoryRepository } from './submission-history.repository';
import { SubmissionReadRepository } from './submission-read.repository';
import type { ReadAccess } from './submission.service';

/** A replaced state, with the attachments that the edit dropped. */
export interface PastSubmission extends PastState {
  readonly submissionId: number;
  readonly files: readonly DroppedFile[];
}

/** An edit and the answers that it changed. */
export interface SubmissionEditDetail {
  readonly editedAt: Date;
  /** Null if anonymous. */
  readonly editedBy: string | null;
  readonly changes: readonly AnswerChange[];
}

/** Earlier states of submissions (decision 75). */
@Injectable()
export class SubmissionHistoryService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionReadRepository,
    private readonly history: SubmissionHistoryRepository,
    private readonly attachments: AttachmentRepository,
    private readonly parser: SubmissionParser,
  ) {}

  /** Oldest first. Viewing the current submission permits viewing its history. @throws NotFoundError */
  async list(access: ReadAccess, name: string, window: PageWindow): Promise<Page<PastSubmission>> {
    await this.forms.getDeployed(access);
    const submissionId = orNotFound(
      await this.submissions.findId(scopeOf(access), readSubmissionIdentifier(name)),
    );
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

  /** The last edits with the answers that they changed, newest first. @throws NotFoundError */
  async edits(access: ReadAccess, name: string, limit: number): Promise<Page<SubmissionEditDetail>> {
    const form = await this.forms.getDeployed(access);
    const [scope, identifier] = [scopeOf(access), readSubmissionIdentifier(name)];
    const { count } = await this.list(access, name, { limit: 1, start: 0 });
    if (count === 0) return { count, items: [] };
    const past = await this.list(access, name, { limit, start: Math.max(0, count - limit) });
    const xml = orNotFound(await this.submissions.findXml(scope, identifier));
    const answers: Readonly<Record<string, unknown>>[] = [];
    for (const state of [...past.items.map((each) => each.xml), xml]) {
      const instance = await this.parser.parse(state);
      const { reading } = await this.forms.versionOf(form, instance.facts);
      const { membersJson } = await instance.flatten(reading);
      answers.push(JSON.parse(`{${membersJson}}`) as Readonly<Record<string, unknown>>);
    }
    const items = past.items.map(({ dateReplaced, replacedBy }, index) => ({
      editedAt: dateReplaced,
      editedBy: replacedBy,
      changes: answerChanges(answers[index]!, answers[index + 1]!),
    }));
    return { count, items: items.toReversed() };
  }
}
