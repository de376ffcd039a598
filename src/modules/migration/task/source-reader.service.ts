import { Injectable } from '@nestjs/common';
import { KeyedMutex } from '../../../concurrency/keyed-mutex';
import { SecretBox } from '../../../config/secret-box';
import type { UserActor } from '../../../domain/account/actor';
import { InvalidError, TooManyRequestsError } from '../../../domain/errors';
import { isApiToken, readSourceAddress } from '../../../domain/migration/source-address';
import type { SourceAssetSummary } from '../../../domain/migration/source-types';
import { type ApiClient, ApiClients, type ApiServer } from '../../../outbound-http/api-client.port';
import { KoboSource } from '../kobo/kobo.source';
import { SourceCredentialsError, SourcePartError, SourceUnavailableError } from '../migration-source.port';

export interface SourceCredentials {
  /** Address of a server of the v2 API. */
  readonly source: string;
  readonly token: string;
}

/** Assets of the account that a token is of. */
export interface SourceAccountAssets {
  readonly source: string;
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

/** Opens servers of the v2 API with the token of a user. */
@Injectable()
export class SourceReaderService {
  private readonly lists = new KeyedMutex({
    maxQueued: MAX_QUEUED_LISTS,
    queueFull: () =>
      new TooManyRequestsError('Your other requests to servers are not done. Retry in 10 s.', RETRY_AFTER_S),
  });

  constructor(
    private readonly clients: ApiClients,
    private readonly box: SecretBox,
  ) {}

  /**
   * Runs `work` with a client for the server, then closes it.
   * @param signal ends all requests with a SourceUnavailableError
   */
  async withSource<Result>(
    { source, token }: SourceCredentials,
    signal: AbortSignal,
    work: (source: KoboSource) => Promise<Result>,
    server: Partial<ApiServer> = {},
  ): Promise<Result> {
    const client: ApiClient = this.clients.connect({ ...SERVER, ...server, baseUrl: source, signal });
    try {
      return await work(new KoboSource(source, client, token));
    } finally {
      client.close();
    }
  }

  /** Encrypts checked credentials, for the next form of the same user. */
  seal({ id }: UserActor, sent: SourceCredentials): string {
    const { source, token } = validate(sent);
    return this.box.seal(JSON.stringify([id, source, token])).toString('base64url');
  }

  /** @throws InvalidError by field unless `seal` returned it for this user */
  unseal({ id }: UserActor, sealed: string): SourceCredentials {
    const [userId, source = '', token = ''] = this.open(sealed);
    if (userId !== id) throw new InvalidError({ token: ['Enter the token again.'] });
    return { source, token };
  }

  private open(sealed: string): readonly [userId?: number, source?: string, token?: string] {
    try {
      return JSON.parse(this.box.open(Buffer.from(sealed, 'base64url'))) as [number, string, string];
    } catch {
      return [];
    }
  }

  /**
   * Lists what the account of the token owns.
   * @throws InvalidError by field for an address or a token that does not work
   */
  async list(actor: UserActor, sent: SourceCredentials): Promise<SourceAccountAssets> {
    const credentials = validate(sent);
    const signal = AbortSignal.timeout(LIST_TIMEOUT_MS);
    const read = async (source: KoboSource): Promise<SourceAccountAssets> => {
      const { username } = await source.connect();
      const { assets } = await source.list([username]);
      return { source: credentials.source, username, assets };
    };
    try {
      return await this.lists.runExclusive(actor.id, () =>
        this.withSource(credentials, signal, read, { timeoutMs: 20_000, maxAttempts: 2 }),
      );
    } catch (error) {
      throw toInvalidError(error);
    }
  }
}

/** @throws InvalidError by field */
function validate({ source, token }: SourceCredentials): SourceCredentials {
  const address = readSourceAddress(source);
  if (address === undefined) {
    throw new InvalidError({
      source: ['Enter the address of a server, such as https://kf.kobotoolbox.org, without user and query.'],
    });
  }
  const apiToken = token.trim();
  if (!isApiToken(apiToken))
    throw new InvalidError({ token: ['The token must be one word of ASCII letters.'] });
  return { source: address, token: apiToken };
}

function toInvalidError(error: unknown): unknown {
  if (error instanceof SourceCredentialsError) {
    return new InvalidError({
      token: ['The server refuses the token. Copy it again from its /token/ page.'],
    });
  }
  if (error instanceof SourceUnavailableError || error instanceof SourcePartError) {
    const { message } = error.cause instanceof Error ? error.cause : error;
    return new InvalidError({
      source: [`The server does not respond as KoboToolbox does. Check the address. (${message})`],
    });
  }
  return error;
}
