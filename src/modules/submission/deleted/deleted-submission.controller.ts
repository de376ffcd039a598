import { Body, Controller, Injectable, Param, type PipeTransform } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiTags,
  ApiProperty,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import { NotFoundError } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { AbortOnDisconnect, type StreamedBody } from '../../../http/reply';
import { Endpoint } from '../../../http/endpoint';
import { ListWindowPipe, type PageParameter } from '../../../http/pagination/page-window.pipe';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, linkToPage, linkToPrevious } from '../../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { BulkRemovalDto, BulkResultDto } from '../edit/bulk.dto';
import { presentBulkResult } from '../edit/submission-edit.presenter';
import { QUERY, SubmissionDto } from '../read/submission.dto';
import { presentSubmission, presentStreamedPage } from '../read/submission.presenter';
import {
  type DeletedPageWindow,
  DeletedSubmissionService,
  type Restoration,
} from './deleted-submission.service';
import type { SubmissionPage } from '../read/submission.service';

class DeletedSubmissionDto {
  @ApiProperty({ type: 'integer', example: 1234 }) _id!: number;
  @ApiProperty({ example: '2026-03-01T08:14:45.123000Z' }) date_deleted!: string;
  @ApiProperty({ type: String, nullable: true, example: 'ann' }) deleted_by!: string | null;
  @ApiProperty({
    example: '2026-03-31T08:14:45.123000Z',
    description: 'From then on it cannot be restored.',
  })
  date_purged!: string;
  @ApiProperty({
    type: SubmissionDto,
    description: 'As it was. The addresses of its attachments return 404.',
  })
  submission!: SubmissionDto;
}

class RestorationDto {
  @ApiProperty({ example: '2 submissions have been restored' }) detail!: string;
  @ApiProperty({
    type: [Number],
    example: [],
    description: 'Ids that stay deleted, because they were sent again.',
  })
  conflicts!: number[];
}

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

  @Endpoint('GET', {
    summary: 'List deleted submissions',
    description:
      'Those that can be restored, last deleted first. They are purged `DELETED_SUBMISSIONS_KEPT_DAYS` (default: 30) after their deletion. With a partial permission: those that it allowed to delete.',
  })
  @Requires('delete_submissions', SEE)
  async listDeletedSubmissions(
    access: AssetAccess<'delete_submissions'>,
    @PaginatedList(DeletedSubmissionDto, DeletedPagePipe) request: PageRequest<DeletedPageWindow>,
    @ResponseLinks() links: Links,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentDeletedPage(links.origin, request, await this.deleted.page(access, request.window, signal));
  }

  @Endpoint('DELETE', {
    summary: 'Purge deleted submissions',
    description: 'Deletes permanently, with attachments and history, all or none.',
    status: 200,
    returns: BulkResultDto,
  })
  @Requires('delete_submissions', SEE)
  async purgeDeletedSubmissions(
    access: AssetAccess<'delete_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkRemovalDto,
  ) {
    return presentBulkResult(await this.deleted.purge(actor, access, body.payload), 'purged');
  }

  @Endpoint('POST restore', {
    summary: 'Restore deleted submissions',
    description:
      'Restores them as they were, with attachments, history and `_id`; only `_date_modified` is new. Those with `submission_ids` all or none; with `query` or `confirm` all but those that were sent again, which are listed as `conflicts`. The list of changes has them as created.',
    status: 200,
    returns: RestorationDto,
    fails: {
      402: 'A limit of what is stored is reached; the response names it.',
      409: 'They were sent again since they were deleted.',
    },
  })
  @Requires('delete_submissions', SEE)
  async restoreDeletedSubmissions(
    access: AssetAccess<'delete_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: BulkRemovalDto,
  ) {
    return presentRestoration(await this.deleted.restore(actor, access, body.payload));
  }

  @Endpoint('GET :id', {
    summary: 'Get a deleted submission',
    description: '`id` is the `_id`.',
    returns: DeletedSubmissionDto,
  })
  @Requires('delete_submissions', SEE)
  async getDeletedSubmission(
    access: AssetAccess<'delete_submissions'>,
    @Param('id', DeletedIdPipe) id: number,
    @ResponseLinks() links: Links,
  ) {
    return presentSubmission(links.origin, await this.deleted.get(access, id));
  }
}

/** Streams the rows inside the list envelope. */
function presentDeletedPage(
  origin: string,
  request: PageRequest,
  page: Omit<SubmissionPage, 'nextCursor'>,
): StreamedBody {
  const { window, url } = request;
  const start = window.start + window.limit;
  const next = start < page.count ? linkToPage(url, { limit: window.limit, start }) : null;
  return presentStreamedPage(origin, page, { next, previous: linkToPrevious(request) });
}

function presentRestoration({ restored, conflicts }: Restoration) {
  return { ...presentBulkResult(restored, 'restored'), conflicts };
}
