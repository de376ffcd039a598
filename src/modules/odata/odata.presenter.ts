import { serviceDocument } from '../../domain/odata/csdl';
import type { EntityModel } from '../../domain/odata/entity-model';
import type { ODataOptions } from '../../domain/odata/entity-set-query';
import type { MetadataLevel } from '../../http/negotiation/request';
import { Reply, StreamedBody } from '../../http/reply';
import { writeTexts } from '../../http/streaming/marker-transform';
import type { ODataCount, ODataEntity, ODataPage, ODataRequest } from './odata.service';

const jsonType = (level: MetadataLevel): string => `application/json;odata.metadata=${level}`;

/** Minimum size of a written chunk, in characters. */
const CHUNK_CHARACTERS = 64 * 1024;

export function presentServiceDocument(
  root: string,
  model: EntityModel,
  level: MetadataLevel,
): Reply<Buffer> {
  return json(JSON.stringify(serviceDocument(model, level === 'none' ? undefined : root)), level);
}

/** @param csdl Common Schema Definition Language, in XML */
export function presentMetadata(csdl: string): Reply<Buffer> {
  return new Reply(200, Buffer.from(csdl), { 'Content-Type': 'application/xml' });
}

export function presentODataResult(
  root: string,
  { segments, pageSize }: ODataRequest,
  result: ODataPage | ODataEntity | ODataCount,
  level: MetadataLevel,
): Reply {
  const contextOf = ({ context }: ODataPage | ODataEntity): string =>
    level === 'none' ? '' : `"@odata.context":${JSON.stringify(`${root}$metadata#${context}`)}`;
  switch (result.kind) {
    case 'count':
      return new Reply(200, Buffer.from(String(result.count)), { 'Content-Type': 'text/plain' });
    case 'entity':
      return json(`{${[contextOf(result), result.members].filter(Boolean).join(',')}}`, level);
    case 'page': {
      const applied = pageSize === undefined ? {} : { 'Preference-Applied': `odata.maxpagesize=${pageSize}` };
      const url = root + segments.map(encodeURI).join('/');
      return new Reply(200, streamPage(result, contextOf(result), url, level), applied);
    }
  }
}

function streamPage(page: ODataPage, context: string, url: string, level: MetadataLevel): StreamedBody {
  const count = page.count === undefined ? '' : `"@odata.count":${page.count}`;
  const next =
    page.next === undefined ? '' : `,"@odata.nextLink":${JSON.stringify(`${url}?${queryString(page.next)}`)}`;
  const head = `{${[context, count, '"value":['].filter(Boolean).join(',')}`;
  return new StreamedBody(jsonType(level), (sink) =>
    writeTexts(sink, joinRows(head, page.chunks(), `]${next}}`)),
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

function queryString(options: ODataOptions): string {
  return Object.entries(options)
    .map(([name, value]) => `${encodeURIComponent(name).replace(/^%24/, '$')}=${encodeURIComponent(value)}`)
    .join('&');
}

function json(text: string, level: MetadataLevel): Reply<Buffer> {
  return new Reply(200, Buffer.from(text), { 'Content-Type': jsonType(level) });
}
