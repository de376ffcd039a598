import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { ExportOptions } from '../../domain/export/export-options';
import {
  chosenSubmissions,
  exportOptions,
  type ExportRequest,
  takesAllVersions,
} from '../../domain/export/export-request';
import { spssZip } from '../../domain/export/spss-zip';
import { allOf, EVERYTHING } from '../../domain/query/filter';
import { readSubmissionQuery } from '../../domain/query/submission-query';
import { narrowedTo, scopeOf, type SubmissionScope } from '../../domain/query/submission-scope';
import { fillMarkers } from '../../domain/text/url-marker';
import { xlsxStream } from '../../domain/xlsform/write/xlsx-stream';
import {
  ExportWriter,
  type OpenExport,
  type WrittenRows,
} from '../../workers/export-writer/export-writer.port';
import { Storage } from '../../storage/storage.port';
import { StoredFileOwners } from '../../storage/stored-file-owners.port';
import { AccountService } from '../account/account.service';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { SubmissionStreamService } from '../submission/submission-stream.service';
import { isNumericIn, type ReadAccess } from '../submission/submission.service';
import { exportSheets, exportText } from './export-bytes';
import { SectionSpool } from './section-spool';

/** An export that is made while it is read. */
export interface ExportSource {
  readonly title: string;
  readonly options: ExportOptions;
  readonly hasAllVersions: boolean;
  readonly bytes: Readable;
}

/** How far an export is. */
export interface ExportProgress {
  readonly rows: number;
  readonly total: number;
  /** When the newest of the submissions so far came. */
  readonly lastSubmissionTime: Date;
}

export interface BuildSettings {
  /** Scheme and host that links in the file begin with. */
  readonly origin: string;
  /** Told with each piece. */
  readonly onProgress?: (progress: ExportProgress) => void;
}

/** Makes exports while they are read: memory holds a few pieces, however many submissions there are. */
@Injectable()
export class ExportBuildService {
  constructor(
    private readonly streams: SubmissionStreamService,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
    private readonly writer: ExportWriter,
    private readonly storage: Storage,
    private readonly owners: StoredFileOwners,
  ) {}

  /** @throws InvalidError when the asset was never deployed, or for a query that is not taken */
  async open(access: ReadAccess, request: ExportRequest, settings: BuildSettings): Promise<ExportSource> {
    const form = await this.forms.deployed(access);
    const options = exportOptions(request);
    const hasAllVersions = takesAllVersions(request);
    const uids = hasAllVersions ? undefined : form.versionUids.slice(0, 1);
    const { title, versions } = await this.forms.history(access, uids);
    const open = this.writer.open({ form: { title, versions }, options });
    const scope = narrowedTo(scopeOf(access), chosen(request, form));
    const bytes =
      options.type === 'spss_labels'
        ? spssZip(await open.labels())
        : await this.bytes(access, scope, open, options, settings);
    return { title, options, hasAllVersions, bytes };
  }

  private async bytes(
    access: ReadAccess,
    scope: SubmissionScope,
    open: OpenExport,
    options: ExportOptions,
    settings: BuildSettings,
  ): Promise<Readable> {
    const ownerUsername = await this.accounts.usernameOf(access.ownerId);
    const values = { host: settings.origin, ownerUsername };
    const read = options.includeMediaUrls
      ? (lines: Buffer) => Buffer.from(fillMarkers(lines.toString(), values))
      : (lines: Buffer) => lines;
    const layout = await open.layout();
    const pieces = this.pieces(scope, open, read, settings);
    if (options.type !== 'xls') return Readable.from(exportText(layout, pieces), { objectMode: false });
    const makeSpool = (): SectionSpool => new SectionSpool(this.storage);
    return xlsxStream(exportSheets(layout, pieces, makeSpool, (spool) => spool.remove(this.owners.named)));
  }

  private async *pieces(
    scope: SubmissionScope,
    open: OpenExport,
    read: (lines: Buffer) => Buffer,
    { onProgress }: BuildSettings,
  ): AsyncGenerator<WrittenRows> {
    const expected = onProgress === undefined ? 0 : await this.streams.count(scope);
    let counts: readonly number[] = [];
    let rows = 0;
    let last = 0;
    for await (const piece of this.streams.found(scope)) {
      const written = await open.write(read(piece.lines()), counts);
      counts = written.counts;
      rows += piece.submissions;
      last = Math.max(last, piece.newest.getTime());
      onProgress?.({ rows, total: Math.max(expected, rows), lastSubmissionTime: new Date(last) });
      yield written;
    }
  }
}

/** The submissions that a request names. */
function chosen(request: ExportRequest, form: DeployedForm): ReturnType<typeof readSubmissionQuery> {
  const { query, ids } = chosenSubmissions(request);
  return allOf([
    query === undefined ? EVERYTHING : readSubmissionQuery(JSON.stringify(query), isNumericIn(form)),
    ids === undefined ? EVERYTHING : { kind: 'in', field: { source: 'column', column: 'id' }, values: ids },
  ]);
}
