import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csdl, serviceDocument } from '../../domain/odata/csdl';
import type { EntityModel } from '../../domain/odata/entity-model';
import type { ODataOptions } from '../../domain/odata/entity-set-query';
import type { EntityShape } from '../../domain/odata/entity-shape';
import { Reply } from '../../http/reply';
import { StreamedBody } from '../../http/streaming/streamed-body';
import type { Links } from '../../http/url/links';
import type { ODataCount, ODataEntity, ODataPage, ODataRequest } from './odata.service';

const JSON_TYPE = 'application/json;odata.metadata=minimal';

/** Minimum size of a written chunk, in characters. */
const CHUNK_CHARACTERS = 64 * 1024;

export function presentServiceDocument(links: Links, uid: string, model: EntityModel): Reply<Buffer> {
  return json(JSON.stringify(serviceDocument(model, links.odataService(uid))));
}

export function presentMetadata(model: EntityModel): Reply<Buffer> {
  return new Reply(200, Buffer.from(csdl(model)), { 'Content-Type': 'application/xml' });
}

export function presentODataResult(
  links: Links,
  uid: string,
  { segments, pageSize }: ODataRequest,
  result: ODataPage | ODataEntity | ODataCount,
): Reply {
  const root = links.odataService(uid);
  switch (result.kind) {
    case 'count':
      return new Reply(200, Buffer.from(String(result.count)), { 'Content-Type': 'text/plain' });
    case 'entity':
      return json(`{${[context(root, result.shape, '/$entity'), result.members].filter(Boolean).join(',')}}`);
    case 'page': {
      const applied = pageSize === undefined ? {} : { 'Preference-Applied': `odata.maxpagesize=${pageSize}` };
      return new Reply(200, streamPage(result, root, root + segments.map(encodeURI).join('/')), applied);
    }
  }
}

function streamPage(page: ODataPage, root: string, url: string): StreamedBody {
  const count = page.count === undefined ? '' : `,"@odata.count":${page.count}`;
  const next =
    page.next === undefined ? '' : `,"@odata.nextLink":${JSON.stringify(`${url}?${queryString(page.next)}`)}`;
  const head = `{${context(root, page.shape, '')}${count},"value":[`;
  return new StreamedBody(JSON_TYPE, (sink) =>
    pipeline(Readable.from(joinRows(head, page.chunks(), `]${next}}`)), sink),
  );
}

async function* joinRows(
  head: string,
  chunks: AsyncIterable<readonly string[]>,
  tail: string,
): AsyncGenerator<string> {
  let text = head;
  let separator = '';
  for await (const rows of chunks) {
    for (const members of rows) {
      text += `${separator}{${members}}`;
      separator = ',';
      if (text.length < CHUNK_CHARACTERS) continue;
      yield text;
      text = '';
    }
  }
  yield text + tail;
}

function context(root: string, { set, selectList }: EntityShape, suffix: string): string {
  return `"@odata.context":${JSON.stringify(`${root}$metadata#${set.name}${selectList}${suffix}`)}`;
}

function queryString(options: ODataOptions): string {
  return Object.entries(options)
    .map(([name, value]) => `${encodeURIComponent(name).replace(/^%24/, '$')}=${encodeURIComponent(value)}`)
    .join('&');
}

function json(text: string): Reply<Buffer> {
  return new Reply(200, Buffer.from(text), { 'Content-Type': JSON_TYPE });
}
