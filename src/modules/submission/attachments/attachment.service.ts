import { Injectable } from '@nestjs/common';
import { InvalidError, NotFoundError, orNotFound } from '../../../domain/errors';
import type { ImageSize, OpenedFile, RangeRequest } from '../../../domain/file/staged-file';
import type { Projection } from '../../../domain/query/data-page';
import {
  scopeOf,
  narrowScope,
  type SubmissionScope,
  readSubmissionQuery,
} from '../../../domain/query/submission-scope';
import { isSamePath, readAnswerPath } from '../../../domain/submission/answer-changes';
import {
  readSubmissionIdentifier,
  type SubmissionIdentifier,
} from '../../../domain/submission/instance-meta';
import { SubmissionParser } from '../../../workers/submission-parser/submission-parser';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { RenditionService } from '../../media/rendition.service';
import { type AttachmentRow, SubmissionReadRepository } from '../read/submission-read.repository';
import { type ReadAccess, isNumericIn } from '../read/submission.service';
import type { Readable } from 'node:stream';
import { type ArchivedFile, zipArchive } from '../../../domain/file/zip-archive';
import { AUDIT_HEADERS, type AuditLog, auditPaths, auditRows } from '../../../domain/submission/audit-table';
import { BYTE_ORDER_MARK, type CsvDialect, csvLine } from '../../../domain/text/csv-line';
import { Storage } from '../../../storage/storage.port';
import type { CsvStreamInput } from '../stream/submission-stream.service';
import { type ArchivedAttachment, AttachmentRepository } from '../attachment.repository';

interface AttachmentListJson {
  readonly _attachments: readonly {
    readonly uid: string;
    readonly question_xpath: string;
    readonly is_deleted: boolean;
  }[];
}

/** Selects an attachment by its uid or by the path of the survey question that it answers. */
export type AttachmentSelector = { readonly uid: string } | { readonly xpath: string | undefined };

const ATTACHMENTS: Projection = { keys: ['_attachments'], validationStatus: false };

const MP3 = 'audio/mpeg';

@Injectable()
export class AttachmentService {
  constructor(
    private readonly submissions: SubmissionReadRepository,
    private readonly forms: DeployedFormService,
    private readonly renditions: RenditionService,
    private readonly parser: SubmissionParser,
  ) {}

  /**
   * Opens an attachment, an image in the requested size.
   * @throws NotFoundError; InvalidError for an xpath that is not in the submission
   */
  async open(
    access: ReadAccess,
    submission: string,
    file: AttachmentSelector,
    range: RangeRequest,
    size: ImageSize = 'original',
  ): Promise<OpenedFile> {
    return this.renditions.open(await this.find(access, submission, file), size, range);
  }

  /** Opens an MP3 recording. @throws InvalidError for any other media type */
  async openAsMp3(
    access: ReadAccess,
    submission: string,
    file: AttachmentSelector,
    range: RangeRequest,
  ): Promise<OpenedFile> {
    const found = await this.find(access, submission, file);
    if (found.mimetype !== MP3) {
      throw new InvalidError(
        `Conversion is not supported for ${found.mimetype}. Request the file without \`format\`.`,
      );
    }
    return this.renditions.open(found, 'original', range);
  }

  private async find(
    access: ReadAccess,
    submission: string,
    file: AttachmentSelector,
  ): Promise<AttachmentRow> {
    const name = readSubmissionIdentifier(submission);
    await this.forms.getDeployed(access);
    const uid = 'uid' in file ? file.uid : await this.findUidAt(access, name, file.xpath);
    return orNotFound(await this.submissions.findAttachment(scopeOf(access), name, uid));
  }

  private async findUidAt(
    access: ReadAccess,
    name: SubmissionIdentifier,
    xpath: string | undefined,
  ): Promise<string> {
    if (xpath === undefined || xpath === '') throw new InvalidError('`xpath` query parameter is required');
    const path = readAnswerPath(xpath);
    const scope = scopeOf(access);
    const json = orNotFound(await this.submissions.findJson(scope, name, ATTACHMENTS));
    const { _attachments: attachments } = JSON.parse(json) as AttachmentListJson;
    const file = attachments.find(
      ({ is_deleted: isDeleted, question_xpath: fileXpath }) =>
        !isDeleted && fileXpath !== '' && isSamePath(readAnswerPath(fileXpath), path),
    );
    if (file !== undefined) return file.uid;
    const xml = await this.submissions.findXml(scope, name);
    if (xml === undefined || (await this.parser.hasElement(xml, path))) throw new NotFoundError();
    throw new InvalidError('The path could not be found in the submission');
  }
}

const PAGE_SIZE = 1000;

/** Text of the rows that are sent at once. */
const MAX_CHUNK_CHARACTERS = 64 * 1024;

/** Archives of the attachments of many submissions. */
@Injectable()
export class AttachmentArchiveService {
  constructor(
    private readonly attachments: AttachmentRepository,
    private readonly forms: DeployedFormService,
    private readonly storage: Storage,
  ) {}

  /**
   * Zips the attachments of the submissions that the caller may view, a folder per submission.
   * @throws InvalidError if the asset was never deployed
   */
  async zip(access: ReadAccess): Promise<Readable> {
    await this.forms.getDeployed(access);
    const files: ArchivedFile[] = [];
    let page: ArchivedAttachment[] = [];
    do {
      page = await this.attachments.page(scopeOf(access), page.at(-1), PAGE_SIZE);
      files.push(...page.map((file) => this.archived(file)));
    } while (page.length === PAGE_SIZE);
    return zipArchive(files);
  }

  /**
   * One table of the audit logs of the submissions that the caller may view, with the submission in each row.
   * @throws InvalidError if the asset was never deployed or the query is not valid
   */
  async auditTable(
    access: ReadAccess,
    { query, dialect }: CsvStreamInput,
  ): Promise<() => AsyncIterable<Uint8Array>> {
    const form = await this.forms.getDeployed(access);
    const scope = narrowScope(scopeOf(access), readSubmissionQuery(query, isNumericIn(form)));
    const paths = auditPaths(form.reading.newest);
    // Errors of the query come before the response.
    const first = paths.length === 0 ? [] : await this.attachments.page(scope, undefined, PAGE_SIZE, paths);
    return () => auditText(this.auditLogs(scope, paths, first), dialect);
  }

  private async *auditLogs(
    scope: SubmissionScope,
    paths: readonly string[],
    first: readonly ArchivedAttachment[],
  ): AsyncIterable<AuditLog> {
    for (let page = first; ; page = await this.attachments.page(scope, page.at(-1), PAGE_SIZE, paths)) {
      for (const { submissionId, submissionUuid: uuid, sha256 } of page) {
        yield { submissionId, uuid, bytes: await this.storage.read(sha256) };
      }
      if (page.length < PAGE_SIZE) return;
    }
  }

  private archived({ rootUuid, name, byteSize, sha256, dateCreated }: ArchivedAttachment): ArchivedFile {
    return {
      folder: rootUuid,
      name,
      byteSize,
      date: dateCreated,
      open: () => this.storage.read(sha256),
    };
  }
}

async function* auditText(
  logs: AsyncIterable<AuditLog>,
  { separator, hasBom, escapesFormulas }: CsvDialect,
): AsyncGenerator<Uint8Array> {
  let text = (hasBom ? BYTE_ORDER_MARK : '') + csvLine(AUDIT_HEADERS, separator, escapesFormulas);
  for await (const log of logs) {
    for await (const row of auditRows(log)) {
      text += csvLine(row, separator, escapesFormulas);
      if (text.length < MAX_CHUNK_CHARACTERS) continue;
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}
