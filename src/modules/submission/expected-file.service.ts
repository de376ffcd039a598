import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';
import { cutPage, type Page, type PageWindow } from '../../domain/page';
import type { Projection } from '../../domain/query/projection';
import { scopeOf } from '../../domain/query/submission-scope';
import { type ExpectedFile, expectedFiles } from '../../domain/submission/attachment-matching';
import { readSubmissionName } from '../../domain/submission/submission-name';
import { InstanceReader } from '../../workers/submission-parser/instance-reader.port';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { SubmissionQuery } from './submission.query';
import type { ReadAccess } from './submission.service';

/** What of a submission's JSON tells of its files. */
interface ShownFiles {
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

/** A file that an answer names, of which submission. */
export interface ExpectedSubmissionFile extends ExpectedFile<SubmissionFile> {
  readonly submissionId: number;
}

const SHOWN: Projection = { keys: ['_id', '_attachments'], validationStatus: false };

/** Which files the answers of a submission name, and which of them came. */
@Injectable()
export class ExpectedFileService {
  constructor(
    private readonly submissions: SubmissionQuery,
    private readonly forms: DeployedFormService,
    private readonly reader: InstanceReader,
  ) {}

  /** In the order of the answers. @throws NotFoundError */
  async of(
    access: ReadAccess,
    submission: string,
    window: PageWindow,
  ): Promise<Page<ExpectedSubmissionFile>> {
    const form = await this.forms.deployed(access);
    const [scope, name] = [scopeOf(access), readSubmissionName(submission)];
    const json = await this.submissions.findJson(scope, name, SHOWN);
    const xml = await this.submissions.findXml(scope, name);
    if (json === undefined || xml === undefined) throw new NotFoundError();
    const { _id: submissionId, _attachments: shown } = JSON.parse(json) as ShownFiles;
    const { fileAnswers } = await (await this.reader.open(xml)).flatten(form.paths);
    const files = shown.map(({ uid, media_file_basename, is_deleted }) => ({
      uid,
      name: media_file_basename,
      isDeleted: is_deleted,
    }));
    const { count, items } = cutPage(expectedFiles(fileAnswers, files), window);
    return { count, items: items.map((each) => ({ ...each, submissionId })) };
  }
}
