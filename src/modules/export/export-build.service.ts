import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { ZipFile } from 'yazl';
import {
  exportOptions,
  type ExportOptions,
  type ExportRequest,
  includesAllVersions,
  isTableType,
  selectedSubmissions,
} from '../../domain/export/export-request';
import { allOf, EVERYTHING } from '../../domain/query/mongo-expression';
import {
  readSubmissionQuery,
  narrowScope,
  scopeOf,
  type SubmissionScope,
} from '../../domain/query/submission-scope';
import { fillMarkers } from '../../domain/text/url-text';
import { assertSheetSize, type RenderedSheet, xlsxStream } from '../../domain/workbook/xlsx-stream';
import { EXPORT_STEP_BYTES } from '../../domain/export/export-memory';
import type { ExportLayout } from '../../domain/export/row-format';
import {
  type ExportSession,
  ExportWriter,
  type WrittenRows,
} from '../../workers/export-writer/export-writer';
import { ScratchSpace } from '../../storage/scratch-space';
import { fileChoicesOf } from '../../domain/form-history/choice-file';
import { ChoiceFileService } from '../media/choice-file.service';
import { AccountService } from '../account/account.service';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { SubmissionStreamService } from '../submission/stream/submission-stream.service';
import { QuestionFeatureService } from '../submission/supplement/question-feature.service';
import { isNumericIn, type ReadAccess } from '../submission/read/submission.service';
import { ExportTableService } from './export-table.service';
import type { SpssFile } from '../../domain/export/spss-labels';
import { SectionSpools } from './section-spools';

/** Fixed mtime, so that equal labels produce equal bytes. */
const ENTRY_OPTIONS = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Zips the files; path separators in names become `_`. */
function spssZip(files: readonly SpssFile[]): Readable {
  const zip = new ZipFile();
  for (const { name, text } of files) {
    zip.addBuffer(Buffer.from(text), name.replace(/[\\/]/g, '_'), ENTRY_OPTIONS);
  }
  zip.end();
  return zip.outputStream as Readable;
}

/** Streamed export: submissions are read as `bytes` is consumed. */
export interface ExportSource {
  readonly title: string;
  readonly options: ExportOptions;
  readonly hasAllVersions: boolean;
  readonly bytes: Readable;
  readonly warnings: readonly string[];
}

export interface ExportProgress {
  readonly rows: number;
  readonly total: number;
  /** Submission time of the newest submission so far. */
  readonly lastSubmissionTime: Date;
}

export interface BuildOptions {
  /** Scheme and host of links in the file. */
  readonly origin: string;
  readonly onProgress?: (progress: ExportProgress) => void;
}

/** Streams exports: at most a few chunks of submissions are in memory. */
@Injectable()
export class ExportBuildService {
  constructor(
    private readonly streams: SubmissionStreamService,
    private readonly forms: DeployedFormService,
    private readonly choiceFiles: ChoiceFileService,
    private readonly features: QuestionFeatureService,
    private readonly accounts: AccountService,
    private readonly writer: ExportWriter,
    private readonly scratch: ScratchSpace,
    private readonly tables: ExportTableService,
  ) {}

  /** @throws InvalidError if the asset was never deployed or the query is not valid */
  async open(access: ReadAccess, request: ExportRequest, build: BuildOptions): Promise<ExportSource> {
    const form = await this.forms.getDeployed(access);
    const options = exportOptions(request);
    const hasAllVersions = includesAllVersions(request);
    const { title, versions } = await this.forms.history(access);
    const features = await this.features.list(access);
    const newestOnly = !hasAllVersions;
    const files = await this.choiceFiles.of(access, fileChoicesOf(versions), { newestOnly });
    const exported = { title, versions, files, newestOnly, features };
    const session = this.writer.open({ form: exported, options });
    const scope = narrowScope(scopeOf(access), submissionFilter(request, form));
    const layout = await session.layout();
    const bytes =
      options.type === 'spss_labels'
        ? spssZip(await session.labels())
        : await this.bytes(access, scope, session, layout, options, build);
    return { title, options, hasAllVersions, bytes, warnings: unknownFieldWarnings(layout) };
  }

  private async bytes(
    access: ReadAccess,
    scope: SubmissionScope,
    session: ExportSession,
    layout: ExportLayout,
    options: ExportOptions,
    build: BuildOptions,
  ): Promise<Readable> {
    const ownerUsername = await this.accounts.usernameOf(access.ownerId);
    const values = { host: build.origin, ownerUsername };
    const fillLinks = options.includeMediaUrls
      ? (lines: Buffer) => Buffer.from(fillMarkers(lines.toString(), values))
      : (lines: Buffer) => lines;
    const chunks = this.chunks(scope, session, fillLinks, build);
    if (isTableType(options.type)) return this.tables.stream(options.type, layout, chunks);
    if (options.type === 'xls') assertSheets(layout, []);
    if (options.type !== 'xls') return Readable.from(exportText(layout, chunks), { objectMode: false });
    return xlsxStream(exportSheets(layout, withinSheets(layout, chunks), new SectionSpools(this.scratch)));
  }

  private async *chunks(
    scope: SubmissionScope,
    session: ExportSession,
    fillLinks: (lines: Buffer) => Buffer,
    { onProgress }: BuildOptions,
  ): AsyncGenerator<WrittenRows> {
    const expected = onProgress === undefined ? 0 : await this.streams.count(scope);
    let counts: readonly number[] = [];
    let rows = 0;
    let newest = 0;
    for await (const chunk of this.streams.chunksWithTimestamps(scope)) {
      const lines = fillLinks(chunk.lines());
      rows += chunk.count;
      newest = Math.max(newest, chunk.newestSubmittedAt.getTime());
      onProgress?.({ rows, total: Math.max(expected, rows), lastSubmissionTime: new Date(newest) });
      for (const step of linesPerStep(lines)) {
        const written = await session.write(step, counts);
        counts = written.counts;
        yield written;
      }
    }
  }
}

const NEW_LINE = 10;

/** Copies whole lines, of one step each. */
function* linesPerStep(lines: Buffer): Generator<Uint8Array> {
  for (let from = 0; from < lines.length;) {
    const within = lines.subarray(from, from + EXPORT_STEP_BYTES).lastIndexOf(NEW_LINE);
    const end = within === -1 ? lines.indexOf(NEW_LINE, from) : from + within;
    yield Uint8Array.from(lines.subarray(from, end + 1));
    from = end + 1;
  }
}

const MAX_NAMED_FIELDS = 10;

/** Saved fields outlive their questions, so that unknown ones fail no export. */
function unknownFieldWarnings({ unknownFields }: ExportLayout): string[] {
  if (unknownFields.length === 0) return [];
  const named = unknownFields.slice(0, MAX_NAMED_FIELDS).map((name) => `"${name.slice(0, 100)}"`);
  const others = unknownFields.length - named.length;
  const list = `${named.join(', ')}${others === 0 ? '' : ` and ${others} more`}`;
  return [`\`fields\` names questions that the exported form versions lack: ${list}. Send full paths.`];
}

function submissionFilter(
  request: ExportRequest,
  form: DeployedForm,
): ReturnType<typeof readSubmissionQuery> {
  const { query, ids } = selectedSubmissions(request);
  return allOf([
    query === undefined ? EVERYTHING : readSubmissionQuery(JSON.stringify(query), isNumericIn(form)),
    ids === undefined ? EVERYTHING : { kind: 'in', field: { source: 'column', column: 'id' }, values: ids },
  ]);
}

/** @param counts rows of each section so far @throws InvalidError beyond the limits of a workbook */
function assertSheets({ sections }: ExportLayout, counts: readonly number[]): void {
  for (const [index, { title, isShown, columnCount, headerRows }] of sections.entries()) {
    if (!isShown) continue;
    assertSheetSize({ name: title, columns: columnCount, rows: headerRows + (counts[index] ?? 0) });
  }
}

async function* withinSheets(layout: ExportLayout, chunks: WrittenChunks): AsyncGenerator<WrittenRows> {
  for await (const chunk of chunks) {
    assertSheets(layout, chunk.counts);
    yield chunk;
  }
}

type WrittenChunks = AsyncIterable<WrittenRows>;

/** Text of an export with a single section. */
async function* exportText(
  { sections, separator, tail }: ExportLayout,
  chunks: WrittenChunks,
): AsyncGenerator<Uint8Array | string> {
  yield sections[0]?.head ?? '';
  let isFirst = true;
  for await (const { texts } of chunks) {
    const text = texts[0];
    if (text === undefined || text.length === 0) continue;
    yield isFirst ? text.subarray(separator.length) : text;
    isFirst = false;
  }
  yield tail;
}

/**
 * Sheets of a workbook: the top level, then each repeat with rows. Submissions are read once, so that row indexes
 * across sheets are consistent; meanwhile the rows of repeats are spooled.
 */
async function* exportSheets(
  { sections, labels }: ExportLayout,
  chunks: WrittenChunks,
  spools: SectionSpools,
): AsyncGenerator<RenderedSheet> {
  try {
    const [top] = sections;
    const xml = topLevel(top?.head ?? '', chunks, spools);
    yield { name: top?.title ?? '', view: top?.view, xml };
    for (const [section, { title, head, view }] of sections.entries()) {
      if (spools.has(section)) yield { name: title, view, xml: repeat(head, spools.read(section)) };
    }
    if (labels !== undefined) yield { name: labels.title, view: labels.view, xml: [labels.text] };
  } finally {
    await spools.remove();
  }
}

async function* topLevel(
  head: string,
  chunks: WrittenChunks,
  spools: SectionSpools,
): AsyncGenerator<Uint8Array | string> {
  yield head;
  for await (const { texts } of chunks) {
    for (const [section, text] of texts.entries()) {
      if (section > 0 && text.length > 0) await spools.write(section, text);
    }
    yield texts[0] ?? '';
  }
}

async function* repeat(head: string, rows: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | string> {
  yield head;
  yield* rows;
}
