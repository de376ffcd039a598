import { Body, Controller, Get, Param, Post } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Public, SignedIn } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import { AcceptsFile } from '../../http/body/body-declaration';
import type { UploadedFile } from '../../domain/file/uploaded-file';
import { SentFile } from '../../http/body/uploaded-file';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { CreateImportDto, ImportDto, StartedImportDto } from './dto/import.dto';
import { presentImport, presentStartedImport } from './import.presenter';
import { ImportService } from './import.service';

const MEGABYTE = 1024 * 1024;
/** Base64 takes a third more. */
const LIMITS = { maxBytes: 20 * MEGABYTE, text: 28 * MEGABYTE };

@ApiTags('Imports')
@Controller('api/v2/imports')
export class ImportController {
  constructor(private readonly imports: ImportService) {}

  @Get()
  @Public()
  @ApiOperation({
    summary: 'List imports',
    description: 'Imports of the caller, oldest first; empty for an anonymous caller.',
  })
  async listImports(
    @CurrentActor() actor: Actor,
    @PaginatedList(ImportDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.imports.list(actor, page.window), (task) =>
      presentImport(links, task),
    );
  }

  @Post()
  @SignedIn()
  @AcceptsFile('file', LIMITS)
  @ApiOperation({
    summary: 'Import a form',
    description:
      'Starts a background task that creates or overwrites an asset from a file (XLSX, XLS, ODS or CSV), its base64 encoding, or a URL. Files may have 20 MB. Poll the import until its `status` is `complete` or `error`.',
  })
  @ApiConsumes('multipart/form-data', 'application/x-www-form-urlencoded', 'application/json')
  @ApiBody({ type: CreateImportDto })
  @ApiCreatedResponse({ type: StartedImportDto })
  async createImport(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateImportDto,
    @SentFile() file: UploadedFile | undefined,
    @ResponseLinks() links: Links,
  ) {
    return presentStartedImport(links, await this.imports.start(actor, body.toInput(file)));
  }

  @Get(':import')
  @Public()
  @ApiOperation({ summary: 'Get an import', description: 'Reports its status, and the asset or the error.' })
  @ApiOkResponse({ type: ImportDto })
  @ApiNotFoundResponse({ description: 'The caller has no such import.' })
  async getImport(@CurrentActor() actor: Actor, @Param('import') uid: string, @ResponseLinks() links: Links) {
    return presentImport(links, await this.imports.show(actor, uid));
  }
}
