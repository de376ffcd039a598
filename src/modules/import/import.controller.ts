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
import { TakesFile } from '../../http/body/body-declaration';
import type { UploadedFile } from '../../domain/file/uploaded-file';
import { SentFile } from '../../http/body/uploaded-file';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { CreateImportDto, ImportDto, StartedImportDto } from './dto/import.dto';
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
  async list(@CurrentActor() actor: Actor, @PageOf(ImportDto) page: AskedPage, @AnswerLinks() links: Links) {
    return presentPage(page, await this.imports.list(actor, page.window), (task) =>
      presentImport(links, task),
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
    return presentStartedImport(links, await this.imports.start(actor, body.toInput(file)));
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
