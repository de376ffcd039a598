import { Controller, Query } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiProduces,
  ApiTags,
  ApiPropertyOptional,
  ApiProperty,
} from '@nestjs/swagger';
import { CurrentActor, SignedIn, SuperuserOnly, Priority, Requires } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { Endpoint } from '../../http/endpoint';
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
  presentHistoryTable,
} from './audit.presenter';
import { AuditService } from './audit.service';
import { OptionalText } from '../../http/validation/field';
import type { AssetAccess } from '../../domain/permission/asset-access';

class AuditEntryBaseDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'https://survey.example.org/api/v2/users/ann/',
    description: 'URL of the user; null for an unknown username.',
  })
  user!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'uXs7cXzSxNkGHBkVHrvKqz',
    description: 'Uid of the user; null when the account was deleted.',
  })
  user_uid!: string | null;
  @ApiProperty({ example: 'ann' }) username!: string;
  @ApiProperty({ example: '2026-05-01T12:00:00Z' }) date_created!: string;
}

class ProjectEntryDto extends AuditEntryBaseDto {
  @ApiProperty({ example: 'update-name' }) action!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { asset_uid: 'aSAvYreNzVEkrWg5Gdcvg2', name: { old: 'Wells', new: 'Wells 2026' } },
    description: 'Client address and agent, asset, old and new values.',
  })
  metadata!: object;
}

class AccessEntryDto extends AuditEntryBaseDto {
  @ApiProperty({ enum: ['auth', 'auth-failed'] }) action!: string;
  @ApiProperty({ type: 'object', additionalProperties: true, example: { ip_address: '192.0.2.7' } })
  metadata!: object;
  @ApiProperty({ example: 1 }) count!: number;
}

class AuditEntryDto extends ProjectEntryDto {
  @ApiProperty({ enum: ['project', 'access', 'service'] }) log_type!: string;
}

class ActionsDto {
  @ApiProperty({ type: [String], example: ['deploy', 'update-name'] }) actions!: string[];
}

class LogExportDto {
  @ApiProperty({ example: 'created' }) status!: string;
  @ApiProperty({
    example: 'https://survey.example.org/api/v2/access-logs/me/export.csv',
    description: 'URL of the CSV file, which is generated on download.',
  })
  result!: string;
}

class ListEntriesDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'action:archive AND date_created__gte:2026-05-01',
    description:
      'Search on `action`, `username`, `date_created` and members of `metadata`, in the query language of the asset list.',
  })
  q?: string;
}

@ApiTags('History')
@Controller('api/v2')
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Endpoint('GET audit-logs', {
    summary: 'List audit log entries',
    description: 'All logs, newest first. For superusers.',
    fails: { 403: 'The caller is not a superuser.' },
  })
  @SuperuserOnly()
  async listAuditLogs(
    @Query() { q }: ListEntriesDto,
    @PaginatedList(AuditEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.list({}, q, page.window), (entry) =>
      presentAuditEntry(links, entry),
    );
  }

  @Endpoint('GET project-history-logs', {
    summary: 'List history entries of all assets',
    description: 'Newest first. For superusers.',
    fails: { 403: 'The caller is not a superuser.' },
  })
  @SuperuserOnly()
  async listProjectHistoryLogs(
    @Query() { q }: ListEntriesDto,
    @PaginatedList(ProjectEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.list({ log: 'project' }, q, page.window), (entry) =>
      presentProjectEntry(links, entry),
    );
  }

  @Endpoint('GET access-logs', {
    summary: 'List password sign-ins of all users',
    description: 'Successful and refused sign-ins, newest first. For superusers.',
    fails: { 403: 'The caller is not a superuser.' },
  })
  @SuperuserOnly()
  async listAccessLogs(
    @Query() { q }: ListEntriesDto,
    @PaginatedList(AccessEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.list({ log: 'access' }, q, page.window), (entry) =>
      presentAccessEntry(links, entry),
    );
  }

  @Endpoint('GET access-logs/me', {
    summary: "List the caller's password sign-ins",
    description: 'Successful and refused sign-ins, newest first.',
  })
  @SignedIn()
  async listOwnAccessLogs(
    @CurrentActor() actor: UserActor,
    @Query() { q }: ListEntriesDto,
    @PaginatedList(AccessEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const own = await this.audit.list({ log: 'access', userId: actor.id }, q, page.window);
    return presentPage(page, own, (entry) => presentAccessEntry(links, entry));
  }

  @Endpoint('POST project-history-logs/export', {
    summary: 'Export history entries of all assets',
    description: 'Returns the URL of the CSV file. For superusers.',
    status: 202,
    returns: LogExportDto,
    fails: { 403: 'The caller is not a superuser.' },
  })
  @SuperuserOnly()
  exportProjectHistoryLogs(@ResponseLinks() links: Links) {
    return presentLogExport(links, 'project-history-logs');
  }

  @Endpoint('GET project-history-logs/export.csv', {
    summary: 'Download history entries of all assets as CSV',
    description: 'Newest first. For superusers.',
    returns: { schema: { type: 'string' } },
    fails: { 403: 'The caller is not a superuser.' },
  })
  @Priority('low')
  @SuperuserOnly()
  @ApiProduces('text/csv')
  downloadProjectHistoryLogs() {
    return presentProjectTable(this.audit.stream({ log: 'project' }));
  }

  @Endpoint('POST access-logs/export', {
    summary: 'Export password sign-ins of all users',
    description: 'Returns the URL of the CSV file. For superusers.',
    status: 202,
    returns: LogExportDto,
    fails: { 403: 'The caller is not a superuser.' },
  })
  @SuperuserOnly()
  exportAccessLogs(@ResponseLinks() links: Links) {
    return presentLogExport(links, 'access-logs');
  }

  @Endpoint('GET access-logs/export.csv', {
    summary: 'Download password sign-ins of all users as CSV',
    description: 'Newest first. For superusers.',
    returns: { schema: { type: 'string' } },
    fails: { 403: 'The caller is not a superuser.' },
  })
  @Priority('low')
  @SuperuserOnly()
  @ApiProduces('text/csv')
  downloadAccessLogs() {
    return presentAccessTable(this.audit.stream({ log: 'access' }));
  }

  @Endpoint('POST access-logs/me/export', {
    summary: "Export the caller's password sign-ins",
    description: 'Returns the URL of the CSV file.',
    status: 202,
    returns: LogExportDto,
  })
  @SignedIn()
  exportOwnAccessLogs(@ResponseLinks() links: Links) {
    return presentLogExport(links, 'access-logs/me');
  }

  @Endpoint('GET access-logs/me/export.csv', {
    summary: "Download the caller's password sign-ins as CSV",
    description: 'Newest first.',
    returns: { schema: { type: 'string' } },
  })
  @Priority('low')
  @SignedIn()
  @ApiProduces('text/csv')
  downloadOwnAccessLogs(@CurrentActor() actor: UserActor) {
    return presentAccessTable(this.audit.stream({ log: 'access', userId: actor.id }));
  }
}

@ApiTags('History')
@ApiForbiddenResponse({ description: 'The asset does not exist, or the caller cannot manage it.' })
@Controller('api/v2/assets/:uid/history')
export class ProjectHistoryController {
  constructor(private readonly audit: AuditService) {}

  @Endpoint('GET', { summary: 'List history entries of an asset', description: 'Newest first.' })
  @Requires('manage_asset', { family: 'history' })
  async listAssetHistory(
    access: AssetAccess<'manage_asset'>,
    @CurrentActor() actor: UserActor,
    @Query() { q }: ListEntriesDto,
    @PaginatedList(ProjectEntryDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.audit.listProject(actor, access, q, page.window), (entry) =>
      presentProjectEntry(links, entry),
    );
  }

  @Endpoint('POST export', {
    summary: "Export an asset's history",
    description: 'Returns the URL of the CSV file.',
    status: 202,
    returns: LogExportDto,
  })
  @Requires('manage_asset', { family: 'history' })
  exportAssetHistory(access: AssetAccess<'manage_asset'>, @ResponseLinks() links: Links) {
    return presentLogExport(links, `assets/${access.assetUid}/history`);
  }

  @Endpoint('GET export.csv', {
    summary: "Download an asset's history as CSV",
    description: 'Newest first.',
    returns: { schema: { type: 'string' } },
  })
  @Priority('low')
  @Requires('manage_asset', { family: 'history' })
  @ApiProduces('text/csv')
  downloadAssetHistory(access: AssetAccess<'manage_asset'>, @CurrentActor() actor: UserActor) {
    return presentHistoryTable(access.assetUid, this.audit.streamProject(actor, access));
  }

  @Endpoint('GET actions', { summary: "List the actions in an asset's history", returns: ActionsDto })
  @Requires('manage_asset', { family: 'history' })
  async listAssetHistoryActions(access: AssetAccess<'manage_asset'>) {
    return { actions: await this.audit.listProjectActions(access) };
  }
}
