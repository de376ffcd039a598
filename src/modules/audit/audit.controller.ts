import { Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiForbiddenResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, SignedIn, SuperuserOnly, Priority } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import {
  presentAccessEntry,
  presentAccessTable,
  presentAuditEntry,
  presentLogExport,
  presentProjectEntry,
  presentProjectTable,
} from './audit.presenter';
import { AuditService } from './audit.service';
import { AccessEntryDto, AuditEntryDto, LogExportDto, ProjectEntryDto } from './dto/audit.dto';
import { ListEntriesDto } from './dto/list-entries.dto';

@ApiTags('History')
@Controller('api/v2')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get('audit-logs')
  @SuperuserOnly()
  @ApiOperation({ summary: 'List audit log entries', description: 'All logs, newest first. For superusers.' })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  async listAuditLogs(
    @Query() { q }: ListEntriesDto,
    @PaginatedList(AuditEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.list({}, q, page.window), (entry) =>
      presentAuditEntry(links, entry),
    );
  }

  @Get('project-history-logs')
  @SuperuserOnly()
  @ApiOperation({
    summary: 'List history entries of all assets',
    description: 'Newest first. For superusers.',
  })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  async listProjectHistoryLogs(
    @Query() { q }: ListEntriesDto,
    @PaginatedList(ProjectEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.list({ log: 'project' }, q, page.window), (entry) =>
      presentProjectEntry(links, entry),
    );
  }

  @Get('access-logs')
  @SuperuserOnly()
  @ApiOperation({
    summary: 'List password sign-ins of all users',
    description: 'Successful and refused sign-ins, newest first. For superusers.',
  })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  async listAccessLogs(
    @Query() { q }: ListEntriesDto,
    @PaginatedList(AccessEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.list({ log: 'access' }, q, page.window), (entry) =>
      presentAccessEntry(links, entry),
    );
  }

  @Get('access-logs/me')
  @SignedIn()
  @ApiOperation({
    summary: "List the caller's password sign-ins",
    description: 'Successful and refused sign-ins, newest first.',
  })
  async listOwnAccessLogs(
    @CurrentActor() actor: UserActor,
    @Query() { q }: ListEntriesDto,
    @PaginatedList(AccessEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const own = await this.audit.list({ log: 'access', userId: actor.id }, q, page.window);
    return presentPage(page, own, (entry) => presentAccessEntry(links, entry));
  }

  @Post('project-history-logs/export')
  @HttpCode(202)
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Export history entries of all assets',
    description: 'Returns the URL of the CSV file. For superusers.',
  })
  @ApiAcceptedResponse({ type: LogExportDto })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  exportProjectHistoryLogs(@ResponseLinks() links: Links) {
    return presentLogExport(links, 'project-history-logs');
  }

  @Get('project-history-logs/export.csv')
  @Priority('low')
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Download history entries of all assets as CSV',
    description: 'Newest first. For superusers.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  downloadProjectHistoryLogs() {
    return presentProjectTable(this.audit.stream({ log: 'project' }));
  }

  @Post('access-logs/export')
  @HttpCode(202)
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Export password sign-ins of all users',
    description: 'Returns the URL of the CSV file. For superusers.',
  })
  @ApiAcceptedResponse({ type: LogExportDto })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  exportAccessLogs(@ResponseLinks() links: Links) {
    return presentLogExport(links, 'access-logs');
  }

  @Get('access-logs/export.csv')
  @Priority('low')
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Download password sign-ins of all users as CSV',
    description: 'Newest first. For superusers.',
  })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  downloadAccessLogs() {
    return presentAccessTable(this.audit.stream({ log: 'access' }));
  }

  @Post('access-logs/me/export')
  @HttpCode(202)
  @SignedIn()
  @ApiOperation({
    summary: "Export the caller's password sign-ins",
    description: 'Returns the URL of the CSV file.',
  })
  @ApiAcceptedResponse({ type: LogExportDto })
  exportOwnAccessLogs(@ResponseLinks() links: Links) {
    return presentLogExport(links, 'access-logs/me');
  }

  @Get('access-logs/me/export.csv')
  @Priority('low')
  @SignedIn()
  @ApiOperation({ summary: "Download the caller's password sign-ins as CSV", description: 'Newest first.' })
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  downloadOwnAccessLogs(@CurrentActor() actor: UserActor) {
    return presentAccessTable(this.audit.stream({ log: 'access', userId: actor.id }));
  }
}
