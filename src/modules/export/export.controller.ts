import { Body, Controller, Param, Query } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProduces,
  ApiTags,
} from '@nestjs/swagger';
import { AccessInService, CurrentActor, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { ExportRequest } from '../../domain/export/export-request';
import type { RangeRequest } from '../../domain/file/staged-file';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { Endpoint } from '../../http/endpoint';
import { ANY_TYPE } from '../../http/negotiation/request';
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

  @Endpoint(`GET ${EXPORTS}`, {
    summary: 'List exports',
    description: 'Exports that the caller created, newest first.',
  })
  @Requires('view_submissions')
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

  @Endpoint(`POST ${EXPORTS}`, {
    summary: 'Create an export',
    description:
      'Starts a background task; poll the export until its `status` is `complete` or `error`. The newest 10 finished exports are retained per user and asset.',
    returns: ExportDto,
    fails: {
      400: 'Validation errors by field, or the asset was never deployed.',
      429: 'The caller has 10 running exports of this asset.',
      503: 'Another anonymous export is running.',
    },
  })
  @Requires('view_submissions')
  @ApiConsumes('application/json', 'application/x-www-form-urlencoded', 'multipart/form-data')
  @ApiBody({ type: ExportRequestDto })
  @ApiOkResponse({ type: ExportDto, description: 'The same export is already running.' })
  async createExport(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() request: ExportRequest,
    @ResponseLinks() links: Links,
  ) {
    const started = await this.exports.start(actor, access, request, links.origin);
    return presentStartedExport(links, access.assetUid, started);
  }

  @Endpoint(`GET ${EXPORTS}/:export`, {
    summary: 'Get an export',
    description: 'Reports status, progress and the URL of the file.',
    returns: ExportDto,
  })
  @Requires('view_submissions')
  async getExport(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('export') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentExport(links, access.assetUid, await this.exports.show(actor, access, uid));
  }

  @Endpoint(`DELETE ${EXPORTS}/:export`, {
    summary: 'Delete an export',
    description: 'Deletes its file; aborts a running export.',
    returns: { description: 'Deleted.' },
  })
  @Requires('view_submissions')
  async deleteExport(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('export') uid: string,
  ) {
    await this.exports.remove(actor, access, uid);
  }

  @Endpoint('GET private-media/:username/exports/:uid/:file', {
    summary: 'Download the file of an export',
    description: 'Serves the user who created the export, and superusers. Supports `Range`.',
    returns: { schema: { type: 'string', format: 'binary' } },
    fails: {
      403: 'The file belongs to another user.',
      404: 'The file does not exist, or the caller may no longer view its submissions.',
    },
  })
  @AccessInService('view_submissions')
  @ApiProduces(ANY_TYPE)
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
