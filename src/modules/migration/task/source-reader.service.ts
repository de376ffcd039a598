import { Injectable } from '@nestjs/common';
import { KeyedMutex } from '../../../concurrency/limits';
import { SecretBox } from '../../../config/secret-key';
import type { UserActor } from '../../../domain/account/actor';
import { InvalidError, TooManyRequestsError } from '../../../domain/errors';
import type { SourceCredentials, SourceKind, SourceSecret } from '../../../domain/migration/migration-task';
import {
  type SourceAssetSummary,
  isApiToken,
  readSourceAddress,
} from '../../../domain/migration/source-types';
import { type ApiClient, ApiClients, type ApiServer } from '../../../outbound-http/api-client';
import { FormEngine } from '../../../workers/form-engine/form-engine';
import { CentralSession } from '../central/central-session';
import { CentralSource } from '../central/central.source';
import { KoboSource } from '../kobo/kobo.source';
import {
  type MigrationSource,
  SourceCredentialsError,
  SourcePartError,
  SourceUnavailableError,
} from '../migration-source.port';

const EXAMPLES: Readonly<Record<SourceKind, string>> = {
  kobo: 'https://kf.kobotoolbox.org',
  central: 'https://central.example.org',
};
const NAMES: Readonly<Record<SourceKind, string>> = { kobo: 'KoboToolbox', central: 'ODK Central' };

/** @throws InvalidError by field */
export function checkCredentials({ from, source, secret }: SourceCredentials): SourceCredentials {
  const address = readSourceAddress(source);
  if (address === undefined) {
    throw InvalidError.at(
      'source',
      `Enter the address of a server, such as ${EXAMPLES[from]}, without user and query.`,
    );
  }
  return { from, source: address, secret: checkSecret(from, secret) };
}

function checkSecret(from: SourceKind, secret: SourceSecret): SourceSecret {
  if (!('token' in secret)) {
    if (from === 'kobo') throw InvalidError.at('token', 'Send the API token of the account.');
    if (secret.email === '') throw InvalidError.at('email', 'Enter the e-mail address of the account.');
    if (secret.password === '') throw InvalidError.at('password', 'Enter the password of the account.');
    return secret;
  }
  const token = secret.token.trim();
  if (!isApiToken(token)) throw InvalidError.at('token', 'The token must be one word of ASCII letters.');
  return { token };
}

/** Translates errors of a source to those of the fields that cause them; others are returned as they are. */
function toInvalidError(error: unknown, { from, secret }: SourceCredentials): unknown {
  if (error instanceof SourceCredentialsError) {
    if (!('token' in secret))
      return InvalidError.at('password', 'The server refuses the e-mail address or the password.');
    const advice = from === 'kobo' ? 'Copy it again from its /token/ page.' : 'Sign in there again.';
    return InvalidError.at('token', `The server refuses the token. ${advice}`);
  }
  if (error instanceof SourceUnavailableError || error instanceof SourcePartError) {
    const { message } = error.cause instanceof Error ? error.cause : error;
    return InvalidError.at(
      'source',
      `The server does not respond as ${NAMES[from]} does. Check the address. (${message})`,
    );
  }
  return error;
}

/** Assets of the account that the credentials are of. */
export interface SourceAccountAssets {
  readonly from: SourceKind;
  readonly source: string;
  /** E-mail address at ODK Central. */
  readonly username: string;
  readonly assets: readonly SourceAssetSummary[];
}

/** Polite, as for the command line; addresses of private networks are refused. */
const SERVER: Omit<ApiServer, 'baseUrl'> = {
  allowPrivateAddresses: false,
  maxConcurrent: 4,
  requestsPerSecond: 20,
  timeoutMs: 60_000,
  maxAttempts: 12,
  retryDelayMs: 500,
};
const LIST_TIMEOUT_MS = 60_000;
const MAX_QUEUED_LISTS = 2;
const RETRY_AFTER_S = 10;

/** Opens servers with the credentials of a user. */
@Injectable()
export class SourceReaderService {
  private readonly lists = new KeyedMutex({
    maxQueued: MAX_QUEUED_LISTS,
    queueFull: () =>
      new TooManyRequestsError('Your other requests to servers are not done. Retry in 10 s.', RETRY_AFTER_S),
  });

  constructor(
    private readonly clients: ApiClients,
    private readonly engine: FormEngine,
    private readonly box: SecretBox,
  ) {}

  /**
   * Runs `work` with a client for the server, then closes it.
   * @param signal ends all requests with a SourceUnavailableError
   */
  async withSource<Result>(
    actor: UserActor,
    credentials: SourceCredentials,
    signal: AbortSignal,
    work: (source: MigrationSource) => Promise<Result>,
    server: Partial<ApiServer> = {},
  ): Promise<Result> {
    const client = this.clients.connect({ ...SERVER, ...server, baseUrl: credentials.source, signal });
    try {
      return await work(this.openSource(actor, credentials, client));
    } finally {
      client.close();
    }
  }

  private openSource(
    { username: owner }: UserActor,
    { from, source, secret }: SourceCredentials,
    client: ApiClient,
  ): MigrationSource {
    if (from === 'central') {
      const session = new CentralSession(client, secret);
      // A server that a user names must not find out who has an account with which address here.
      const options = { owner, projects: undefined, movesRoles: false };
      return new CentralSource(source, session, this.engine, options);
    }
    if (!('token' in secret)) throw InvalidError.at('token', 'Send the API token of the account.');
    return new KoboSource(source, client, secret.token);
  }

  /** Encrypts checked credentials, for the next form of the same user. */
  seal({ id }: UserActor, sent: SourceCredentials): string {
    return this.box.seal(JSON.stringify({ id, ...checkCredentials(sent) })).toString('base64url');
  }

  /** @throws InvalidError by field unless `seal` returned it for this user */
  unseal(actor: UserActor, sealed: string): SourceCredentials {
    const opened = this.open(sealed);
    if (opened?.id !== actor.id)
      throw InvalidError.at('source', 'Enter the address and the credentials again.');
    const { id: _, ...credentials } = opened;
    return credentials;
  }

  private open(sealed: string): (SourceCredentials & { readonly id: number }) | undefined {
    try {
      return JSON.parse(this.box.open(Buffer.from(sealed, 'base64url'))) as ReturnType<typeof this.open>;
    } catch {
      return undefined;
    }
  }

  /**
   * Lists what the account owns at KoboToolbox, or the projects and forms that it may see at ODK Central.
   * @throws InvalidError by field for an address or credentials that do not work
   */
  async list(actor: UserActor, sent: SourceCredentials): Promise<SourceAccountAssets> {
    const credentials = checkCredentials(sent);
    const { from, source: address } = credentials;
    const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
    const read = async (source: MigrationSource): Promise<SourceAccountAssets> => {
      const { username } = await source.connect();
      const { assets } = await source.list([username]);
      return { from, source: address, username, assets };
    };
    try {
      return await this.lists.runExclusive(actor.id, () =>
        this.withSource(actor, credentials, signal, read, { timeoutMs: 20_000, maxAttempts: 2 }),
      );
    } catch (error) {
      throw toInvalidError(error, credentials);
    }
  }
}
