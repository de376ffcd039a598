import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../domain/errors';
import { paginate, type Page, type PageWindow } from '../../../domain/page';
import type { Projection } from '../../../domain/query/data-page';
import { scopeOf } from '../../../domain/query/submission-scope';
import { type ExpectedFile, matchExpectedFiles } from '../../../domain/submission/attachment-matching';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import { SubmissionParser } from '../../../workers/submission-parser/submission-parser';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { SubmissionReadRepository } from '../read/submission-read.repository';
import type { ReadAccess } from '../read/submission.service';

interface AttachmentListJson {
  readonly _id: number;
  readonly _attachments: readonly {
    readonly uid: string;
    readonly media_file_basename: string;
    readonly is_deleted: boolean;
  }[];
}

interface SubmissionFile {
  readonly uid: string;
  readonly name: string;
  readonly isDeleted: boolean;
}

export interface ExpectedSubmissionFile extends ExpectedFile<SubmissionFile> {
  readonly submissionId: number;
}

const ATTACHMENTS: Projection = { keys: ['_id', '_attachments'], validationStatus: false };

/** Lists the files that answers refer to, with the attachment of each if it was received. */
@Injectable()
export class ExpectedFileService {
  constructor(
    private readonly submissions: SubmissionReadRepository,
    private readonly forms: DeployedFormService,
    private readonly parser: SubmissionParser,
  ) {}

  /** Ordered as the answers are. @throws NotFoundError */
  async list(
    access: ReadAccess,
    submission: string,
    window: PageWindow,
  ): Promise<Page<ExpectedSubmissionFile>> {
    const form = await this.forms.getDeployed(access);
    const [scope, name] = [scopeOf(access), readSubmissionIdentifier(submission)];
    const json = await this.submissions.findJson(scope, name, ATTACHMENTS);
    const xml = await this.submissions.findXml(scope, name);
    if (json === undefined || xml === undefined) throw new NotFoundError();
    const { _id: submissionId, _attachments: attachments } = JSON.parse(json) as AttachmentListJson;
    const instance = await this.parser.parse(xml);
    const { reading } = await this.forms.versionOf(form, instance.facts);
    const { fileAnswers } = await instance.flatten(reading);
    const files = attachments.map(({ uid, media_file_basename, is_deleted }) => ({
      uid,
      name: media_file_basename,
      isDeleted: is_deleted,
    }));
    const { count, items } = paginate(matchExpectedFiles(fileAnswers, files), window);
    return { count, items: items.map((each) => ({ ...each, submissionId })) };
  }
}
