import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Injectable,
  Param,
  type PipeTransform,
  Post,
} from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiConflictResponse,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import { NotFoundError } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { AbortOnDisconnect } from '../../../http/disconnect';
import { ListWindowPipe, type PageParameter } from '../../../http/pagination/page-window.pipe';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import type { PageRequest } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { BulkRemovalDto, BulkResultDto } from '../edit/dto/bulk.dto';
import { presentBulkResult } from '../edit/submission-edit.presenter';
import { QUERY } from '../read/dto/submission.dto';
import { presentSubmission } from '../read/submission.presenter';
import { type DeletedPageWindow, DeletedSubmissionService } from './deleted-submission.service';
import { presentDeletedPage, presentRestoration } from './deleted-submission.presenter';
import { DeletedSubmissionDto, RestorationDto } from './dto/deleted-submission.dto';

const SEE = { see: 'view_submissions' } as const;

/** Reads the window of a list, and a filter. */
@Injectable()
export class DeletedPagePipe extends ListWindowPipe {
  static override readonly parameters: readonly PageParameter[] = [...ListWindowPipe.parameters, QUERY];

  protected override read(query: Readonly<Record<string, unknown>>): DeletedPageWindow {
    return { ...super.read(query), query: query['query'] };
  }
}

@Injectable()
export class DeletedIdPipe implements PipeTransform<string, number> {
  /** @throws NotFoundError for text that is no `_id` */
  transform(name: string): number {
    if (!/^\d{1,15}$/.test(name)) throw new NotFoundError();
    return Number(name);
  }
}

@ApiTags('Data')
@ApiBadRequestResponse({ description: 'The request is invalid, or the asset was never deployed.' })
@ApiForbiddenResponse({
  description: 'The caller may view the submissions, but may not delete them.',
})
@ApiNotFoundResponse({ description: 'It does not exist, or the caller may not view the submissions.' })
@Controller('api/v2/assets/:uid/data/deleted')
export class DeletedSubmissionController {
  constructor(private readonly deleted: DeletedSubmissionService) {}

  @Get()
  @Requires('delete_submissions', SEE)
  @ApiOperation({
    summary: 'List deleted submissions',
    description:
      'Those that can be restored, last deleted first. They are purged `DELETED_SUBMISSIONS_KEPT_DAYS` (default: 30) after their deletion. With a partial permission: those that it allowed to delete.',
  })
  async listDeletedSubmissions(
    access: AssetAccess<'delete_submissions'>,
    @PaginatedList(DeletedSubmissionDto, DeletedPagePipe) request: PageRequest<DeletedPageWindow>,
    @ResponseLinks() links: Links,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentDeletedPage(links.origin, request, await this.deleted.page(access, request.window, signal));
  }

  @Delete()
  @Requires('delete_submissions', SEE)
  @ApiOperation({
    summary: 'Purge deleted submissions',
    description: 'Deletes permanently, with attachments and history, all or none.',
  })
  @ApiOkResponse({ type: BulkResultDto })
  async purgeDeletedSubmissions(
    access: AssetAccess<'delete_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkRemovalDto,
  ) {
    return presentBulkResult(await this.deleted.purge(actor, access, body.toInput()), 'purged');
  }

  @Post('restore')
  @HttpCode(200)
  @Requires('delete_submissions', SEE)
  @ApiOperation({
    summary: 'Restore deleted submissions',
    description:
      'Restores them as they were, with attachments, history and `_id`; only `_date_modified` is new. Those with `submission_ids` all or none; with `query` or `confirm` all but those that were sent again, which are listed as `conflicts`. The list of changes has them as created.',
  })
  @ApiOkResponse({ type: RestorationDto })
  @ApiConflictResponse({ description: 'They were sent again since they were deleted.' })
  async restoreDeletedSubmissions(
    access: AssetAccess<'delete_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkRemovalDto,
  ) {
    return presentRestoration(await this.deleted.restore(actor, access, body.toInput()));
  }

  @Get(':id')
  @Requires('delete_submissions', SEE)
  @ApiOperation({ summary: 'Get a deleted submission', description: '`id` is the `_id`.' })
  @ApiOkResponse({ type: DeletedSubmissionDto })
  async getDeletedSubmission(
    access: AssetAccess<'delete_submissions'>,
    @Param('id', DeletedIdPipe) id: number,
    @ResponseLinks() links: Links,
  ) {
    return presentSubmission(links.origin, await this.deleted.get(access, id));
  }
}
