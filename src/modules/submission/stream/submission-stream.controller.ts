import { Controller, Query } from '@nestjs/common';
import { ApiProduces, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { Endpoint } from '../../../http/endpoint';
import { type Links, RequestUrl, ResponseLinks } from '../../../http/url/links';
import { ChangeListService, type ListedChange, type ChangePage } from './change-list.service';
import { ChangesDto, ChangesQueryDto, CsvStreamQueryDto, StreamQueryDto } from './stream.dto';
import { SubmissionStreamService, type SubmissionStream } from './submission-stream.service';
import { AbortOnDisconnect, StreamedBody } from '../../../http/reply';
import { wireDate } from '../../../domain/text/wire-date';
import { openJsonObject } from '../../../http/json-text';
import { MarkerReplacer, MarkerTransform, writeChunks } from '../../../http/streaming/marker-transform';

/** For data warehouses: a full export, then incremental changes. */
@ApiTags('Data')
@Controller('api/v2/assets/:uid')
export class SubmissionStreamController {
  constructor(
    private readonly streams: SubmissionStreamService,
    private readonly changeList: ChangeListService,
  ) {}

  @Endpoint('GET data.ndjson', {
    summary: 'Download all submissions as NDJSON',
    description: 'One JSON object per line, ordered by `_id`.',
    returns: { schema: { type: 'string' } },
  })
  @Requires('view_submissions')
  @ApiProduces('application/x-ndjson')
  async streamSubmissions(
    access: AssetAccess<'view_submissions'>,
    @Query() query: StreamQueryDto,
    @ResponseLinks() links: Links,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentNdjson(links.origin, await this.streams.streamNdjson(access, query.query, signal));
  }

  @Endpoint('GET data.csv', {
    summary: 'Download all submissions as CSV',
    description: 'One column per question path with an answer, rows ordered by `_id`. Repeats are JSON.',
    returns: { schema: { type: 'string' } },
  })
  @Requires('view_submissions')
  @ApiProduces('text/csv')
  async streamSubmissionsAsCsv(
    access: AssetAccess<'view_submissions'>,
    @Query() query: CsvStreamQueryDto,
    @AbortOnDisconnect() signal: AbortSignal,
  ) {
    return presentCsv(await this.streams.streamCsv(access, query.toCsvInput(), signal));
  }

  @Endpoint('GET data/changes', {
    summary: 'List changes to submissions',
    description:
      'Each change is listed once, in order. Start without `since`, then send the `token` of the last response. `submission` is the current state, null if deleted. Follow `next` until it is null. With a row filter: changes of the submissions that it contains; one that leaves it is deleted.',
    returns: ChangesDto,
    fails: {
      410: 'The token belongs to another database, or to another permission. Read all changes again.',
    },
  })
  @Requires('view_submissions')
  async listSubmissionChanges(
    access: AssetAccess<'view_submissions'>,
    @CurrentActor() actor: Actor,
    @Query() query: ChangesQueryDto,
    @ResponseLinks() links: Links,
    @RequestUrl() url: URL,
  ) {
    const { since, limit } = query.toInput();
    return presentChanges(links.origin, url, await this.changeList.listSince(actor, access, since, limit));
  }
}

function presentNdjson(origin: string, { ownerUsername, chunks }: SubmissionStream): StreamedBody {
  const markers = new MarkerReplacer({ host: origin, ownerUsername });
  return new StreamedBody('application/x-ndjson', (sink) => writeChunks(sink, replaced(markers, chunks())));
}

/** CSV contains no attachment URLs, so no placeholders are replaced. */
function presentCsv(chunks: () => AsyncIterable<Uint8Array>): StreamedBody {
  return new StreamedBody('text/csv; charset=utf-8', (sink) => writeChunks(sink, chunks()));
}

async function* replaced(markers: MarkerReplacer, chunks: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  for await (const chunk of chunks) yield* markers.replaceAll(chunk);
}

/**
 * `{"token", "next", "results": [{"kind", "_id", "date", "submission"}]}`; `next` is null when the client is up to date
 * (decision 74). @param url of this request
 */
function presentChanges(origin: string, url: URL, page: ChangePage): StreamedBody {
  const { changes, token, hasMore, ownerUsername } = page;
  const stages = page.hasMarkers ? [new MarkerTransform({ host: origin, ownerUsername })] : [];
  const head = `${openJsonObject({ token, next: hasMore ? linkTo(url, token) : null })},"results":[`;
  const before = changes.map((change) => `${openJsonObject(presentChange(change))},"submission":`);
  return new StreamedBody('application/json', (sink) =>
    page.writeSubmissions(sink, { head, before, after: '}', tail: ']}' }, stages),
  );
}

function presentChange({ kind, submissionId, changedAt }: ListedChange) {
  return { kind, _id: submissionId, date: wireDate(changedAt) };
}

function linkTo(url: URL, token: string): string {
  const next = new URL(url);
  next.searchParams.set('since', token);
  return next.href;
}
