import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Public, SignedIn } from '../../access/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import { TakesFile } from '../../http/body/body-declaration';
import { SentFile, type UploadedFile } from '../../http/body/uploaded-file';
import { presentEnvelope } from '../../http/pagination/envelope';
import { readPageWindow } from '../../http/pagination/page-window';
import type { Links } from '../../http/url/links';
import { AnswerLinks, RequestUrl } from '../../http/url/request-links';
import { readImportInput } from './dto/import-input';
import { CreateImportDto, ImportDto, ImportListDto, StartedImportDto } from './dto/import.dto';
import { presentImport, presentStartedImport } from './import.presenter';
import { ImportService } from './import.service';

const MEGABYTE = 1024 * 1024;
/** A form is small; what is larger is no form. In base64 it takes a third more. */
const LIMITS = { maxBytes: 20 * MEGABYTE, text: 28 * MEGABYTE };

@ApiTags('Imports')
@Controller('api/v2/imports')
export class ImportController {
  constructor(private readonly imports: ImportService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'The imports of the caller, oldest first' })
  @ApiOkResponse({ type: ImportListDto })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: Record<string, unknown>,
    @AnswerLinks() links: Links,
    @RequestUrl() url: URL,
  ) {
    const window = readPageWindow(query);
    const { count, tasks } = await this.imports.list(actor, window);
    return presentEnvelope(
      url,
      window,
      count,
      tasks.map((task) => presentImport(links, task)),
    );
  }

  @Post()
  @SignedIn()
  @TakesFile('file', LIMITS)
  @ApiOperation({ summary: 'Takes a workbook, or a URL of one; the asset is made in the background' })
  @ApiConsumes('multipart/form-data', 'application/x-www-form-urlencoded', 'application/json')
  @ApiBody({ type: CreateImportDto })
  @ApiCreatedResponse({ type: StartedImportDto })
  async start(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateImportDto,
    @SentFile() file: UploadedFile | undefined,
    @AnswerLinks() links: Links,
  ) {
    return presentStartedImport(links, await this.imports.start(actor, readImportInput(body, file)));
  }

  @Get(':import')
  @Public()
  @ApiOperation({ summary: 'One import: its state, and what it made or why it failed' })
  @ApiOkResponse({ type: ImportDto })
  @ApiNotFoundResponse({ description: 'There is no such import of this caller.' })
  async show(@CurrentActor() actor: Actor, @Param('import') uid: string, @AnswerLinks() links: Links) {
    return presentImport(links, await this.imports.show(actor, uid));
  }
}
