import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiServiceUnavailableResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { ExportRequest } from '../../domain/export/export-request';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { ExportDto, ExportRequestDto, ListExportsDto } from './dto/export.dto';
import { presentExport, presentStartedExport } from './export.presenter';
import { ExportService } from './export.service';

@ApiTags('Exports')
@ApiNotFoundResponse({
  description: 'There is no such export of this caller, or no submissions that the caller may see.',
})
@Controller('api/v2/assets/:uid/exports')
export class ExportController {
  constructor(private readonly exports: ExportService) {}

  @Get()
  @Requires('view_submissions')
  @ApiOperation({ summary: 'The exports of the caller, newest first' })
  async list(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Query() query: ListExportsDto,
    @PageOf(ExportDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.exports.list(actor, access, query.toInput(), page.window), (task) =>
      presentExport(links, access.assetUid, task),
    );
  }

  @Post()
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Asks for an export, which is made in the background' })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data')
  @ApiBody({ type: ExportRequestDto })
  @ApiCreatedResponse({ type: ExportDto })
  @ApiOkResponse({ type: ExportDto, description: 'The same one is on its way already.' })
  @ApiBadRequestResponse({ description: 'Sentences on each key that does not hold.' })
  @ApiTooManyRequestsResponse({ description: 'Too many of the caller’s exports are on their way.' })
  @ApiServiceUnavailableResponse({ description: 'Another export without an account is on its way.' })
  async start(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() request: ExportRequest,
    @AnswerLinks() links: Links,
  ) {
    const started = await this.exports.start(actor, access, request, links.origin);
    return presentStartedExport(links, access.assetUid, started);
  }

  @Get(':export')
  @Requires('view_submissions')
  @ApiOperation({ summary: 'One export: how far it is, and where its file is' })
  @ApiOkResponse({ type: ExportDto })
  async show(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('export') uid: string,
    @AnswerLinks() links: Links,
  ) {
    return presentExport(links, access.assetUid, await this.exports.show(actor, access, uid));
  }

  @Delete(':export')
  @HttpCode(204)
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Gives up an export, or removes its file' })
  @ApiNoContentResponse({ description: 'It is gone.' })
  async remove(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('export') uid: string,
  ) {
    await this.exports.remove(actor, access, uid);
  }
}
