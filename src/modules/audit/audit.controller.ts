import { Controller, Get, Query } from '@nestjs/common';
import { ApiForbiddenResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn, SuperuserOnly } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { presentAccessEntry, presentAuditEntry, presentProjectEntry } from './audit.presenter';
import { AuditService } from './audit.service';
import { AccessEntryDto, AuditEntryDto, ProjectEntryDto } from './dto/audit.dto';
import { ListEntriesDto } from './dto/list-entries.dto';

@ApiTags('History')
@Controller('api/v2')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get('audit-logs')
  @SuperuserOnly()
  @ApiOperation({
    operationId: 'listAuditLogs',
    summary: 'List audit log entries',
    description: 'All logs, newest first. For superusers.',
  })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  async listAll(
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
    operationId: 'listProjectHistoryLogs',
    summary: 'List history entries of all assets',
    description: 'Newest first. For superusers.',
  })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  async listProjects(
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
    operationId: 'listAccessLogs',
    summary: 'List password sign-ins of all users',
    description: 'Successful and refused sign-ins, newest first. For superusers.',
  })
  @ApiForbiddenResponse({ description: 'The caller is not a superuser.' })
  async listAccess(
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
    operationId: 'listOwnAccessLogs',
    summary: "List the caller's password sign-ins",
    description: 'Successful and refused sign-ins, newest first.',
  })
  async listOwnAccess(
    @CurrentActor() actor: UserActor,
    @Query() { q }: ListEntriesDto,
    @PaginatedList(AccessEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const own = await this.audit.list({ log: 'access', userId: actor.id }, q, page.window);
    return presentPage(page, own, (entry) => presentAccessEntry(links, entry));
  }
}
