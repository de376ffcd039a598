import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csdl, serviceDocument } from '../../domain/odata/csdl';
import type { FeedModel } from '../../domain/odata/feed-model';
import type { FeedOptions } from '../../domain/odata/feed-query';
import type { FeedShape } from '../../domain/odata/feed-shape';
import { Reply } from '../../http/reply';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { Links } from '../../http/url/links';
import type { FeedCount, FeedEntity, FeedPage, FeedQuestion } from './odata.service';

const JSON_TYPE = 'application/json;odata.metadata=minimal';

/** As much text is sent at a time. */
const PIECE_CHARACTERS = 64 * 1024;

export function presentFeedDocument(links: Links, uid: string, model: FeedModel): Reply<Buffer> {
  return json(JSON.stringify(serviceDocument(model, links.feed(uid))));
}

export function presentFeedMetadata(model: FeedModel): Reply<Buffer> {
  return new Reply(200, Buffer.from(csdl(model)), { 'Content-Type': 'application/xml' });
}

/** Whatever a path below the service document names. */
export function presentFeed(
  links: Links,
  uid: string,
  { segments, pageSize }: FeedQuestion,
  answer: FeedPage | FeedEntity | FeedCount,
): Reply {
  const root = links.feed(uid);
  switch (answer.kind) {
    case 'count':
      return new Reply(200, Buffer.from(String(answer.count)), { 'Content-Type': 'text/plain' });
    case 'entity':
      return json(`{${[context(root, answer.shape, '/$entity'), answer.members].filter(Boolean).join(',')}}`);
    case 'page': {
      const applied = pageSize === undefined ? {} : { 'Preference-Applied': `odata.maxpagesize=${pageSize}` };
      return new Reply(200, streamed(answer, root, root + segments.map(encodeURI).join('/')), applied);
    }
  }
}

function streamed(page: FeedPage, root: string, url: string): StreamedBody {
  const count = page.count === undefined ? '' : `,"@odata.count":${page.count}`;
  const next =
    page.next === undefined ? '' : `,"@odata.nextLink":${JSON.stringify(`${url}?${queryOf(page.next)}`)}`;
  const head = `{${context(root, page.shape, '')}${count},"value":[`;
  return new StreamedBody(JSON_TYPE, (sink) =>
    pipeline(Readable.from(framed(head, page.pieces(), `]${next}}`)), sink),
  );
}

async function* framed(
  head: string,
  pieces: AsyncIterable<readonly string[]>,
  tail: string,
): AsyncGenerator<string> {
  let text = head;
  let separator = '';
  for await (const rows of pieces) {
    for (const members of rows) {
      text += `${separator}{${members}}`;
      separator = ',';
      if (text.length < PIECE_CHARACTERS) continue;
      yield text;
      text = '';
    }
  }
  yield text + tail;
}

function context(root: string, { set, description }: FeedShape, suffix: string): string {
  return `"@odata.context":${JSON.stringify(`${root}$metadata#${set.name}${description}${suffix}`)}`;
}

function queryOf(options: FeedOptions): string {
  return Object.entries(options)
    .map(([name, value]) => `${encodeURIComponent(name).replace(/^%24/, '$')}=${encodeURIComponent(value)}`)
    .join('&');
}

function json(text: string): Reply<Buffer> {
  return new Reply(200, Buffer.from(text), { 'Content-Type': JSON_TYPE });
}
