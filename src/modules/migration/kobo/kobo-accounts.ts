import { optionalText, textOf, linkedName } from '../../../domain/migration/asset-json';
import type { SourceAccount } from '../../../domain/migration/source-types';
import { SourceCredentialsError, SourcePartError, SourcePartGoneError } from '../migration-source.port';
import type { KoboApi } from './kobo-api';
import type { JsonObject } from '../../../domain/text/json-members';

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
