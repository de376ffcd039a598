import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiServiceUnavailableResponse,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import { AccessInService, CurrentActor, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { ExportRequest } from '../../domain/export/export-request';
import type { RangeRequest } from '../../domain/file/file-part';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { ANY_TYPE } from '../../http/negotiation/wire-format';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { fileResponse, RangeHeaders } from '../../http/streaming/file-response';
import { type Links, ResponseLinks } from '../../http/url/links';
import { ExportDto, ExportRequestDto, ListExportsDto } from './export.dto';
import { ExportService, type ExportTask } from './export.service';
import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import { created, Reply } from '../../http/reply';

const EXPORTS = 'api/v2/assets/:uid/exports';

/** Exports, and their files under the paths of KoboToolbox. */
@ApiTags('Exports')
@ApiNotFoundResponse({
  description: 'The asset does not exist, the caller has no such export, or may not view submissions.',
})
@Controller()
export class ExportController {
  constructor(private readonly exports: ExportService) {}

  @Get(EXPORTS)
  @Requires('view_submissions')
  @ApiOperation({ summary: 'List exports', description: 'Exports that the caller created, newest first.' })
  async listExports(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Query() query: ListExportsDto,
    @PaginatedList(ExportDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    return presentPage(page, await this.exports.list(actor, access, query.toInput(), page.window), (task) =>
      presentExport(links, access.assetUid, task),
    );
  }

  @Post(EXPORTS)
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Create an export',
    description:
      'Starts a background task; poll the export until its `status` is `complete` or `error`. The newest 10 finished exports are retained per user and asset.',
  })
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data')
  @ApiBody({ type: ExportRequestDto })
  @ApiCreatedResponse({ type: ExportDto })
  @ApiOkResponse({ type: ExportDto, description: 'The same export is already running.' })
  @ApiBadRequestResponse({ description: 'Validation errors by field, or the asset was never deployed.' })
  @ApiTooManyRequestsResponse({ description: 'The caller has 10 running exports of this asset.' })
  @ApiServiceUnavailableResponse({ description: 'Another anonymous export is running.' })
  async createExport(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() request: ExportRequest,
    @ResponseLinks() links: Links,
  ) {
    const started = await this.exports.start(actor, access, request, links.origin);
    return presentStartedExport(links, access.assetUid, started);
  }

  @Get(`${EXPORTS}/:export`)
  @Requires('view_submissions')
  @ApiOperation({
    summary: 'Get an export',
    description: 'Reports status, progress and the URL of the file.',
  })
  @ApiOkResponse({ type: ExportDto })
  async getExport(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('export') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentExport(links, access.assetUid, await this.exports.show(actor, access, uid));
  }

  @Delete(`${EXPORTS}/:export`)
  @HttpCode(204)
  @Requires('view_submissions')
  @ApiOperation({ summary: 'Delete an export', description: 'Deletes its file; aborts a running export.' })
  @ApiNoContentResponse({ description: 'Deleted.' })
  async deleteExport(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('export') uid: string,
  ) {
    await this.exports.remove(actor, access, uid);
  }

  @Get('private-media/:username/exports/:uid/:file')
  @AccessInService('view_submissions')
  @ApiOperation({
    summary: 'Download the file of an export',
    description: 'Serves the user who created the export, and superusers. Supports `Range`.',
  })
  @ApiProduces(ANY_TYPE)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  @ApiForbiddenResponse({ description: 'The file belongs to another user.' })
  @ApiNotFoundResponse({
    description: 'The file does not exist, or the caller may no longer view its submissions.',
  })
  async downloadExportFile(
    @CurrentActor() actor: Actor,
    @Param('username') username: string,
    @Param('uid') assetUid: string,
    @Param('file') fileName: string,
    @RangeHeaders() range: RangeRequest,
  ) {
    return fileResponse(await this.exports.open(actor, { username, assetUid, fileName }, range));
  }
}

/** Export task (contract-data 7.1). */
function presentExport(links: Links, assetUid: string, task: ExportTask) {
  const { status, request, fileName, lastSubmissionTime } = task;
  const hasEnded = status === 'complete' || status === 'error';
  const seconds = (task.dateModified.getTime() - task.dateCreated.getTime()) / 1000;
  return {
    url: links.assetResource(assetUid, `exports/${task.uid}`),
    status,
    messages: task.messages,
    uid: task.uid,
    date_created: wireDate(task.dateCreated),
    last_submission_time: lastSubmissionTime === null ? null : wireSeconds(lastSubmissionTime),
    result: fileName === null ? null : links.exportFile(task.username, assetUid, fileName),
    rows_done: task.rowsDone,
    rows_total: task.rowsTotal,
    data: {
      ...request,
      source: links.plain.asset(assetUid),
      name: request['name'] ?? null,
      ...(hasEnded && { processing_time_seconds: seconds }),
    },
  };
}

/** 201 for a new export, 200 for an open duplicate (contract-assets 0.5). */
function presentStartedExport(
  links: Links,
  assetUid: string,
  { task, isNew }: { readonly task: ExportTask; readonly isNew: boolean },
): Reply {
  const body = presentExport(links, assetUid, task);
  return isNew ? created(body) : new Reply(200, body);
}
