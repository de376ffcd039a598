import { Injectable } from '@nestjs/common';
import { InvalidError, NotFoundError } from '../../domain/errors';
import type { AskedPart } from '../../domain/file/file-part';
import type { ImageSize } from '../../domain/file/image-size';
import type { OpenedFile } from '../../domain/file/opened-file';
import type { Projection } from '../../domain/query/projection';
import { scopeOf } from '../../domain/query/submission-scope';
import { isSamePath, readAnswerPath } from '../../domain/submission/answer-path';
import { readSubmissionName, type SubmissionName } from '../../domain/submission/submission-name';
import { InstanceReader } from '../../workers/submission-parser/instance-reader.port';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { RenditionService } from '../media/rendition.service';
import { type AttachmentRow, SubmissionQuery } from './submission.query';
import type { ReadAccess } from './submission.service';

/** What of a submission's JSON tells of its files. */
interface ShownFiles {
  readonly _attachments: readonly {
    readonly uid: string;
    readonly question_xpath: string;
    readonly is_deleted: boolean;
  }[];
}

/** Which file of a submission is asked for: by its own name, or by the question that it answers. */
export type AskedFile = { readonly uid: string } | { readonly xpath: string | undefined };

const ATTACHMENTS: Projection = { keys: ['_attachments'], validationStatus: false };

const MP3 = 'audio/mpeg';

/** The files that came with submissions, each submission named by its number or an identifier. */
@Injectable()
export class AttachmentService {
  constructor(
    private readonly submissions: SubmissionQuery,
    private readonly forms: DeployedFormService,
    private readonly renditions: RenditionService,
    private readonly reader: InstanceReader,
  ) {}

  /**
   * A file; an image in the size that is asked for.
   * @throws NotFoundError; InvalidError for a path that leads nowhere
   */
  async open(
    access: ReadAccess,
    submission: string,
    file: AskedFile,
    asked: AskedPart,
    size: ImageSize = 'original',
  ): Promise<OpenedFile> {
    return this.renditions.open(await this.find(access, submission, file), size, asked);
  }

  /** A recording as MP3, which is how it must have come. @throws InvalidError for any other file */
  async openAsMp3(
    access: ReadAccess,
    submission: string,
    file: AskedFile,
    asked: AskedPart,
  ): Promise<OpenedFile> {
    const found = await this.find(access, submission, file);
    if (found.mimetype !== MP3) {
      throw new InvalidError(
        `Conversion is not supported for ${found.mimetype}; ask for the file without \`format\`.`,
      );
    }
    return this.renditions.open(found, 'original', asked);
  }

  private async find(access: ReadAccess, submission: string, file: AskedFile): Promise<AttachmentRow> {
    const name = readSubmissionName(submission);
    await this.forms.deployed(access);
    const uid = 'uid' in file ? file.uid : await this.fileAt(access, name, file.xpath);
    const found = await this.submissions.findAttachment(scopeOf(access), name, uid);
    if (found === undefined) throw new NotFoundError();
    return found;
  }

  /** @returns its uid */
  private async fileAt(access: ReadAccess, name: SubmissionName, xpath: string | undefined): Promise<string> {
    if (xpath === undefined || xpath === '') throw new InvalidError('`xpath` query parameter is required');
    const path = readAnswerPath(xpath);
    const scope = scopeOf(access);
    const json = await this.submissions.findJson(scope, name, ATTACHMENTS);
    if (json === undefined) throw new NotFoundError();
    const shown = JSON.parse(json) as ShownFiles;
    const file = shown._attachments.find(
      ({ is_deleted: isDeleted, question_xpath: at }) =>
        !isDeleted && at !== '' && isSamePath(readAnswerPath(at), path),
    );
    if (file !== undefined) return file.uid;
    const xml = await this.submissions.findXml(scope, name);
    if (xml === undefined || (await this.reader.hasElement(xml, path))) throw new NotFoundError();
    throw new InvalidError('The path could not be found in the submission');
  }
}
