import type { Readable } from 'node:stream';
import { objectOf, textOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import type { ApiClient } from '../../../outbound-http/api-client';
import { readBoundedText, listOf, toFileError, toSourceError } from '../source-response';
import { SourcePartError } from '../migration-source.port';

const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Of one list, all pages together. */
const MAX_LIST_LENGTH = 100_000;
const TOKEN_REFUSED =
  'The server refuses the token. Create a new one, and start again: what has been moved is kept.';

/** Sends requests to a server of the v2 API. All methods throw errors of sources. */
export class KoboApi {
  constructor(private readonly client: ApiClient) {}

  json(path: string, token: string): Promise<JsonObject> {
    return this.text(path, token, 'application/json', (body) => objectOf(JSON.parse(body)));
  }

  xml(path: string, token: string): Promise<string> {
    return this.text(path, token, 'application/xml', (body) => body);
  }

  async file<Result>(
    path: string,
    token: string,
    consume: (body: Readable) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.client.send({ path, accept: '*/*', authorization: `Token ${token}` }, consume);
    } catch (error) {
      throw toFileError(error, TOKEN_REFUSED);
    }
  }

  /** Items of a list, paginated or not. Follows links, as servers name the offset of a page differently. */
  async *items(path: string, token: string): AsyncIterable<JsonObject> {
    const [route = '', query] = path.split('?');
    let page = `?${query === undefined ? '' : `${query}&`}format=json&limit=100`;
    for (let length = 0; ;) {
      const json = await this.text(
        route + page,
        token,
        'application/json',
        (body) => JSON.parse(body) as unknown,
      );
      const items = listOf(Array.isArray(json) ? json : objectOf(json)['results'], path);
      yield* items;
      length += items.length;
      if (length > MAX_LIST_LENGTH) throw new SourcePartError(`${path} lists more than ${MAX_LIST_LENGTH}.`);
      // The link has the address that the server believes to have; only its query is needed.
      const next = /\?[^#]*/.exec(textOf(objectOf(json)['next']))?.[0];
      if (items.length === 0 || next === undefined) return;
      if (next === page) throw new SourcePartError(`${path}: the server repeats the page before`);
      page = next;
    }
  }

  /** @param parse throws SyntaxError for a body that is cut off or malformed, which is then requested again */
  private async text<Result>(
    path: string,
    token: string,
    accept: string,
    parse: (body: string) => Result,
  ): Promise<Result> {
    const request = { path, accept, authorization: `Token ${token}` };
    try {
      return await this.client.send(request, async (body) =>
        parse(await readBoundedText(body, MAX_BODY_BYTES)),
      );
    } catch (error) {
      throw toSourceError(error, TOKEN_REFUSED);
    }
  }
}
