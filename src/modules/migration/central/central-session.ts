import type { Readable } from 'node:stream';
import { objectOf, textOf } from '../../../domain/migration/asset-json';
import type { JsonObject } from '../../../domain/text/json-members';
import { type ApiClient, ApiError, type ApiRequest } from '../../../outbound-http/api-client';
import { readBoundedText, listOf, isGone, toFileError, toSourceError } from '../source-response';
import { SourceCredentialsError, SourceUnavailableError } from '../migration-source.port';

/** Of a user of the server; sessions of an e-mail address are renewed. */
export type CentralCredentials =
  { readonly token: string } | { readonly email: string; readonly password: string };

type Consumer<Result> = (body: Readable) => Promise<Result>;

/** A page of submissions, or a form with all its choices, is far smaller. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
const SESSION_REFUSED =
  'The server refuses the session. Sign in again, and start again: what has been moved is kept.';

export const readText: Consumer<string> = (body) => readBoundedText(body, MAX_TEXT_BYTES);
export const readJson: Consumer<unknown> = async (body) => JSON.parse(await readText(body)) as unknown;

/** Sends requests to an ODK Central server as a signed-in user. */
export class CentralSession {
  private token: string | undefined;
  /** Shared by all requests that find the session expired. */
  private signingIn: Promise<string> | undefined;

  constructor(
    private readonly client: ApiClient,
    private readonly credentials: CentralCredentials,
  ) {
    if ('token' in credentials) this.token = credentials.token;
  }

  /** JSON of a resource. @throws SourcePartError if it is gone or not readable */
  async json(path: string): Promise<unknown> {
    return this.send(path, 'application/json', readJson);
  }

  /** @throws SourcePartError also for a response that is not a list */
  async list(path: string): Promise<JsonObject[]> {
    return listOf(await this.json(path), path);
  }

  /** @throws SourcePartError if it is gone or not readable */
  async send<Result>(path: string, accept: string, consume: Consumer<Result>): Promise<Result> {
    try {
      return await this.sendAuthorized(path, accept, consume);
    } catch (error) {
      throw toSourceError(error, SESSION_REFUSED);
    }
  }

  /** Undefined if the resource is gone. */
  async find<Result>(path: string, accept: string, consume: Consumer<Result>): Promise<Result | undefined> {
    try {
      return await this.sendAuthorized(path, accept, consume);
    } catch (error) {
      if (error instanceof ApiError && isGone(error.status)) return undefined;
      throw toSourceError(error, SESSION_REFUSED);
    }
  }

  /** @throws SourcePartGoneError if the server has no such file, SourcePartError if it keeps failing to send it */
  async file<Result>(path: string, consume: Consumer<Result>): Promise<Result> {
    try {
      return await this.sendAuthorized(path, '*/*', consume);
    } catch (error) {
      throw toFileError(error, SESSION_REFUSED);
    }
  }

  private async sendAuthorized<Result>(
    path: string,
    accept: string,
    consume: Consumer<Result>,
  ): Promise<Result> {
    const sendWith = (token: string): Promise<Result> => {
      const headers = { 'X-Extended-Metadata': 'true' };
      const request: ApiRequest = { path: `/v1${path}`, accept, headers, authorization: `Bearer ${token}` };
      return this.client.send(request, consume);
    };
    const token = this.token ?? (await this.signIn(undefined));
    try {
      return await sendWith(token);
    } catch (error) {
      const hasExpired = error instanceof ApiError && error.status === 401 && !('token' in this.credentials);
      if (!hasExpired) throw error;
      return sendWith(await this.signIn(token));
    }
  }

  /** @param expired token that the server refused; another request may have renewed it */
  private async signIn(expired: string | undefined): Promise<string> {
    if (this.token !== undefined && this.token !== expired) return this.token;
    this.signingIn ??= this.requestToken().finally(() => (this.signingIn = undefined));
    return this.signingIn;
  }

  private async requestToken(): Promise<string> {
    const request = { path: '/v1/sessions', accept: 'application/json', json: this.credentials };
    try {
      const session = objectOf(await this.client.send(request, readJson));
      this.token = textOf(session['token']);
      if (this.token !== '') return this.token;
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === undefined || error.status >= 500)
        throw toSourceError(error, SESSION_REFUSED);
      if (error.status === 401 || error.status === 403) {
        throw new SourceCredentialsError(
          'The server refuses the e-mail address or the password. Correct them, and start again.',
        );
      }
    }
    throw new SourceUnavailableError(
      'The server opens no session. Check that its address is of ODK Central.',
    );
  }
}
