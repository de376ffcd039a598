import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Requires } from '../../authorization/policy';
import { ServedLast } from '../../authorization/served';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentHistoryExport, presentHistoryTable, presentProjectEntry } from './audit.presenter';
import { AuditService } from './audit.service';
import { ActionsDto, HistoryExportDto, ProjectEntryDto } from './dto/audit.dto';
import { ListEntriesDto } from './dto/list-entries.dto';

@ApiTags('History')
@ApiForbiddenResponse({ description: 'The caller does not manage such an asset.' })
@Controller('api/v2/assets/:uid/history')
export class ProjectHistoryController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Requires('manage_asset', { family: 'history' })
  @ApiOperation({ summary: 'What happened to the asset, newest first' })
  async list(
    access: AssetAccess<'manage_asset'>,
    @Query() { q }: ListEntriesDto,
    @PageOf(ProjectEntryDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.ofProject(access, q, page.window), (entry) =>
      presentProjectEntry(links, entry),
    );
  }

  @Post('export')
  @HttpCode(202)
  @Requires('manage_asset', { family: 'history' })
  @ApiOperation({ summary: 'Says where the whole history is, as a table' })
  @ApiAcceptedResponse({ type: HistoryExportDto })
  export(access: AssetAccess<'manage_asset'>, @AnswerLinks() links: Links) {
    return presentHistoryExport(links, access.assetUid);
  }

  @Get('export.csv')
  @ServedLast()
  @Requires('manage_asset', { family: 'history' })
  @ApiOperation({ summary: 'The whole history as a table, newest first' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  table(access: AssetAccess<'manage_asset'>) {
    return presentHistoryTable(access.assetUid, this.audit.wholeOf(access));
  }

  @Get('actions')
  @Requires('manage_asset', { family: 'history' })
  @ApiOperation({ summary: 'The actions that the history of the asset has' })
  @ApiOkResponse({ type: ActionsDto })
  async actions(access: AssetAccess<'manage_asset'>) {
    return { actions: await this.audit.actionsOf(access) };
  }
}
