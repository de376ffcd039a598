import type { Readable } from 'node:stream';
import { objectOf, textOf, optionalText, linkedName } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import type { ApiClient } from '../../../outbound-http/api-client';
import { readBoundedText, listOf, toFileError, toSourceError } from '../source-response';
import { SourcePartError, SourceCredentialsError, SourcePartGoneError } from '../migration-source.port';
import type { SourceAccount } from '../../../domain/migration/source-types';

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

/** Accounts that a token of the v2 API opens: its own, or all if it is of a superuser. */
export class KoboAccounts {
  /** Account of the token; undefined before `connect`. */
  current: SourceAccount | undefined;
  private accountEmail: string | undefined;
  /** Tokens by username. A superuser reads the assets of each user with a token of that user. */
  private readonly tokens = new Map<string, string>();
  /** E-mail addresses by username, of the list that superusers see. */
  private emails: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(
    private readonly api: KoboApi,
    private readonly token: string,
  ) {}

  /** @throws SourceCredentialsError */
  async connect(): Promise<SourceAccount> {
    const json = await this.api.json('/me/', this.token);
    const username = textOf(json['username']);
    if (username === '') {
      throw new SourceCredentialsError(
        'The server does not recognise the token. Create a token of the account to move, and send it again.',
      );
    }
    this.current = { username, isSuperuser: json['is_superuser'] === true };
    this.accountEmail = optionalText(json['email']);
    this.tokens.set(username, this.token);
    return this.current;
  }

  async emailOf(username: string): Promise<string | undefined> {
    if (username === this.current?.username) return this.accountEmail;
    if (this.current?.isSuperuser !== true) return undefined;
    this.emails ??= this.listEmails();
    return (await this.emails).get(username.toLowerCase());
  }

  private async listEmails(): Promise<ReadonlyMap<string, string>> {
    const emails = new Map<string, string>();
    try {
      for await (const { username, email } of this.api.items('/api/v2/users/', this.token))
        if (textOf(email) !== '') emails.set(textOf(username).toLowerCase(), textOf(email));
    } catch (error) {
      // Accounts arrive without addresses then.
      if (!(error instanceof SourcePartError)) throw error;
    }
    return emails;
  }

  /** @param omitted receives deactivated accounts, whose assets are not listed */
  async listUsernames(omitted: string[]): Promise<string[]> {
    const names: string[] = [];
    for await (const { username, is_active } of this.api.items('/api/v2/users/', this.token)) {
      const name = textOf(username);
      if (name === '' || name === 'AnonymousUser') continue;
      if (is_active === false) omitted.push(`Assets of ${name}: the account is deactivated at the source`);
      else names.push(name);
    }
    return names;
  }

  /** @throws SourcePartError if the token of the run does not open the account */
  async tokenFor(username: string): Promise<string> {
    const known = this.tokens.get(username);
    if (known !== undefined) return known;
    if (this.current?.isSuperuser !== true) {
      throw new SourcePartError('only the token of a superuser opens other accounts');
    }
    const token = await this.requestToken(username);
    if (token === '') throw new SourcePartError('the server issued no token');
    this.tokens.set(username, token);
    return token;
  }

  private async requestToken(username: string): Promise<string> {
    try {
      const json = await this.api.json(`/token/?username=${encodeURIComponent(username)}`, this.token);
      return textOf(json['token']);
    } catch (error) {
      // Assets of the account may still exist.
      throw error instanceof SourcePartGoneError ? new SourcePartError(error.message) : error;
    }
  }
}

/**
 * Bytes of attachments by asset; empty for a server without usage statistics.
 * @param usage items of the usage list of an account
 */
export async function readStorageBytes(
  usage: AsyncIterable<JsonObject>,
): Promise<ReadonlyMap<string, number>> {
  const bytes = new Map<string, number>();
  try {
    for await (const each of usage) {
      const uid = linkedName(each['asset']) ?? '';
      // A server without pages of this list would repeat it.
      if (bytes.has(uid)) break;
      if (typeof each['storage_bytes'] === 'number') bytes.set(uid, each['storage_bytes']);
    }
  } catch (error) {
    if (!(error instanceof SourcePartError)) throw error;
  }
  return bytes;
}
