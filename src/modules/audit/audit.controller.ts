import { Controller, Get, Query } from '@nestjs/common';
import { ApiForbiddenResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn, SuperuserOnly } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentAccessEntry, presentAuditEntry, presentProjectEntry } from './audit.presenter';
import { AuditService } from './audit.service';
import { AccessEntryDto, AuditEntryDto, ProjectEntryDto } from './dto/audit.dto';
import { ListEntriesDto } from './dto/list-entries.dto';

/** What happened, as those see it who look after the installation, and who signed in, as everybody sees it of themselves. */
@ApiTags('History')
@Controller('api/v2')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Get('audit-logs')
  @SuperuserOnly()
  @ApiOperation({ summary: 'Everything that happened, newest first' })
  @ApiForbiddenResponse({ description: 'The caller is no superuser.' })
  async all(
    @Query() { q }: ListEntriesDto,
    @PageOf(AuditEntryDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.list({}, q, page.window), (entry) =>
      presentAuditEntry(links, entry),
    );
  }

  @Get('project-history-logs')
  @SuperuserOnly()
  @ApiOperation({ summary: 'What happened to any project, newest first' })
  @ApiForbiddenResponse({ description: 'The caller is no superuser.' })
  async ofProjects(
    @Query() { q }: ListEntriesDto,
    @PageOf(ProjectEntryDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.list({ log: 'project' }, q, page.window), (entry) =>
      presentProjectEntry(links, entry),
    );
  }

  @Get('access-logs')
  @SuperuserOnly()
  @ApiOperation({ summary: 'Who signed in with a password, or tried to, newest first' })
  @ApiForbiddenResponse({ description: 'The caller is no superuser.' })
  async accesses(
    @Query() { q }: ListEntriesDto,
    @PageOf(AccessEntryDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.list({ log: 'access' }, q, page.window), (entry) =>
      presentAccessEntry(links, entry),
    );
  }

  @Get('access-logs/me')
  @SignedIn()
  @ApiOperation({ summary: 'When somebody signed in as the caller, or tried to, newest first' })
  async ownAccesses(
    @CurrentActor() actor: UserActor,
    @Query() { q }: ListEntriesDto,
    @PageOf(AccessEntryDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    const own = await this.audit.list({ log: 'access', userId: actor.id }, q, page.window);
    return presentPage(page, own, (entry) => presentAccessEntry(links, entry));
  }
}
