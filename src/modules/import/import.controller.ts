import { Body, Controller, Param } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CurrentActor, Public, SignedIn } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import { AcceptsFile } from '../../http/body/body-reader';
import type { UploadedFile } from '../../domain/file/staged-file';
import { SentFile } from '../../http/body/uploaded-file';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { ImportService, type ImportInput, type ImportTask } from './import.service';
import { Transform } from 'class-transformer';
import { ASSET_TYPES, type AssetType } from '../../domain/content/content';
import { InvalidError } from '../../domain/errors';
import type { ImportRequest } from '../../domain/import/import-request';
import { TASK_STATUSES } from '../../domain/task/task-status';
import { OneOf, OptionalLine, ParsedBy, readText } from '../../http/validation/field';
import { OptionalLink } from '../../http/validation/link-to';
import { wireDate } from '../../domain/text/wire-date';

const IMPORTABLE_TYPES: readonly AssetType[] = ASSET_TYPES.filter(
  (type) => type !== 'collection' && type !== 'empty',
);

/** Other values are true (contract-assets 6). */
const FALSE = /^false$/i;

/** HTML forms send empty fields as ''. */
const EmptyAsAbsent = () => Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value));

class CreateImportDto {
  @ParsedBy(readBase64)
  @ApiPropertyOptional({ type: String, description: 'Workbook in base64, after `base64:` or as a data URL.' })
  base64Encoded?: Buffer;

  /** For OpenAPI only: the file part of the multipart body is read separately. */
  @ApiPropertyOptional({ type: 'string', format: 'binary', description: 'Workbook; multipart only.' })
  file?: never;

  @OptionalLine(4096)
  @ApiPropertyOptional({
    example: 'https://files.example.org/baseline.xlsx',
    description: 'URL of the workbook, downloaded if no file is sent.',
  })
  url?: string;

  @OptionalLine(255)
  @ApiPropertyOptional({
    example: 'Baseline survey',
    description: 'Name of the new asset, or of an empty `destination` without one.',
  })
  name?: string;

  @OptionalLink('assets')
  @ApiPropertyOptional({ description: 'URL of the asset to overwrite.' })
  destination?: string;

  @ParsedBy((sent) => !FALSE.test(String(sent)))
  @ApiPropertyOptional({
    type: Boolean,
    description: 'False creates a survey; other values, also if absent, a question or block of the library.',
  })
  library?: boolean;

  @EmptyAsAbsent()
  @OneOf(IMPORTABLE_TYPES, { required: false })
  @ApiPropertyOptional({ enum: IMPORTABLE_TYPES, description: 'Asset type; `survey` overrides `library`.' })
  desired_type?: AssetType;

  /** @param file file part of a multipart body */
  toInput(file: UploadedFile | undefined): ImportInput {
    const { desired_type: desiredType, destination, url = '' } = this;
    const name = this.name || (destination !== undefined && file?.name) || '';
    const request: ImportRequest = {
      // Defaults to the library (contract-assets 6).
      library: desiredType !== 'survey' && this.library !== false,
      ...(name !== '' && { name: removeExtension(name) }),
      ...(destination !== undefined && { destination }),
      ...(desiredType !== undefined && { desiredType }),
      ...(url !== '' && { url }),
    };
    return { request, source: this.base64Encoded ?? file?.staged ?? null };
  }
}

function removeExtension(name: string): string {
  return name.replace(/\.(xlsx?|ods|csv)$/i, '');
}

/** Decodes the text after `base64:` or `base64,`; '' counts as absent. */
function readBase64(sent: unknown): Buffer | undefined {
  const text = readText(sent);
  if (text === '') return undefined;
  const prefix = /base64[:,]/.exec(text);
  const data = prefix === null ? '' : text.slice(prefix.index + prefix[0].length).replace(/\s+/g, '');
  if (data === '' || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) {
    throw new InvalidError('The value is not base64. Send `base64:` followed by the workbook in base64.');
  }
  return Buffer.from(data, 'base64');
}

class StartedImportDto {
  @ApiProperty({ example: 'iGYqwPmrQTNoCiBCi6rDtm' }) uid!: string;
  @ApiProperty({ example: 'https://survey.example.org/api/v2/imports/iGYqwPmrQTNoCiBCi6rDtm/' }) url!: string;
  @ApiProperty({ example: 'processing' }) status!: string;
}

class ImportDto extends StartedImportDto {
  @ApiProperty({ enum: TASK_STATUSES })
  declare status: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: {},
    description:
      'Empty while the import runs; then `created` or `updated` with the asset, and `warnings` about the form; or `error` with `error_type` and, for an invalid form, `problems` by sheet, row and column, each with the text of its cell.',
  })
  messages!: object;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
}

const MEGABYTE = 1024 * 1024;
/** Base64 takes a third more. */
const LIMITS = { maxBytes: 20 * MEGABYTE, text: 28 * MEGABYTE };

@ApiTags('Imports')
@Controller('api/v2/imports')
export class ImportController {
  constructor(private readonly imports: ImportService) {}

  @Endpoint('GET', {
    summary: 'List imports',
    description: 'Imports of the caller, oldest first; empty for an anonymous caller.',
  })
  @Public()
  async listImports(
    @CurrentActor() actor: Actor,
    @PaginatedList(ImportDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.imports.list(actor, page.window), (task) =>
      presentImport(links, task),
    );
  }

  @Endpoint('POST', {
    summary: 'Import a form',
    description:
      'Starts a background task that creates or overwrites an asset from a file (XLSX, XLS, ODS or CSV), its base64 encoding, or a URL. Files may have 20 MB. Poll the import until its `status` is `complete` or `error`.',
    returns: StartedImportDto,
  })
  @SignedIn()
  @AcceptsFile('file', LIMITS)
  @ApiConsumes('multipart/form-data', 'application/x-www-form-urlencoded', 'application/json')
  @ApiBody({ type: CreateImportDto })
  async createImport(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateImportDto,
    @SentFile() file: UploadedFile | undefined,
    @ResponseLinks() links: Links,
  ) {
    return presentStartedImport(links, await this.imports.start(actor, body.toInput(file)));
  }

  @Endpoint('GET :import', {
    summary: 'Get an import',
    description: 'Reports its status, and the asset or the error.',
    returns: ImportDto,
    fails: { 404: 'The caller has no such import.' },
  })
  @Public()
  async getImport(@CurrentActor() actor: Actor, @Param('import') uid: string, @ResponseLinks() links: Links) {
    return presentImport(links, await this.imports.show(actor, uid));
  }
}

/** Response to an upload; the import has only started (contract-assets 6). */
function presentStartedImport(links: Links, uid: string) {
  return { uid, url: links.import(uid), status: 'processing' };
}

export function presentImport(links: Links, task: ImportTask) {
  return {
    url: links.import(task.uid),
    status: task.status,
    messages: task.messages,
    uid: task.uid,
    date_created: wireDate(task.dateCreated),
  };
}
