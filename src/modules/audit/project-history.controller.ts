import { Controller, Get, Query } from '@nestjs/common';
import { ApiForbiddenResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Requires } from '../../access/policy';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentProjectEntry } from './audit.presenter';
import { AuditService } from './audit.service';
import { ActionsDto, ProjectEntryDto } from './dto/audit.dto';
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

  @Get('actions')
  @Requires('manage_asset', { family: 'history' })
  @ApiOperation({ summary: 'The actions that the history of the asset has' })
  @ApiOkResponse({ type: ActionsDto })
  async actions(access: AssetAccess<'manage_asset'>) {
    return { actions: await this.audit.actionsOf(access) };
  }
}
