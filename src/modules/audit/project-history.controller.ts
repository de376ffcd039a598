import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { Requires, Priority } from '../../authorization/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { presentHistoryTable, presentLogExport, presentProjectEntry } from './audit.presenter';
import { AuditService } from './audit.service';
import { ActionsDto, LogExportDto, ProjectEntryDto } from './dto/audit.dto';
import { ListEntriesDto } from './dto/list-entries.dto';

@ApiTags('History')
@ApiForbiddenResponse({ description: 'The asset does not exist, or the caller cannot manage it.' })
@Controller('api/v2/assets/:uid/history')
export class ProjectHistoryController {
  constructor(private readonly audit: AuditService) {}

  @Get()
  @Requires('manage_asset', { family: 'history' })
  @ApiOperation({ summary: 'List history entries of an asset', description: 'Newest first.' })
  async listAssetHistory(
    access: AssetAccess<'manage_asset'>,
    @Query() { q }: ListEntriesDto,
    @PaginatedList(ProjectEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.listProject(access, q, page.window), (entry) =>
      presentProjectEntry(links, entry),
    );
  }

  @Post('export')
  @HttpCode(202)
  @Requires('manage_asset', { family: 'history' })
  @ApiOperation({ summary: "Export an asset's history", description: 'Returns the URL of the CSV file.' })
  @ApiAcceptedResponse({ type: LogExportDto })
  exportAssetHistory(access: AssetAccess<'manage_asset'>, @ResponseLinks() links: Links) {
    return presentLogExport(links, `assets/${access.assetUid}/history`);
  }

  @Get('export.csv')
  @Priority('low')
  @Requires('manage_asset', { family: 'history' })
  @ApiOperation({ summary: "Download an asset's history as CSV", description: 'Newest first.' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  downloadAssetHistory(access: AssetAccess<'manage_asset'>) {
    return presentHistoryTable(access.assetUid, this.audit.streamProject(access));
  }

  @Get('actions')
  @Requires('manage_asset', { family: 'history' })
  @ApiOperation({ summary: "List the actions in an asset's history" })
  @ApiOkResponse({ type: ActionsDto })
  async listAssetHistoryActions(access: AssetAccess<'manage_asset'>) {
    return { actions: await this.audit.listProjectActions(access) };
  }
}
