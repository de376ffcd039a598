import type { Socket } from 'node:net';
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { hash } from 'crypto';

/** The database did not respond in time: it hangs, or the network is down. */
class DatabaseTimeoutError extends Error {
  override readonly name = 'DatabaseTimeoutError';
  readonly code = '08006';

  constructor() {
    super('The database does not respond.');
  }
}

const CONNECTION_TIMEOUT_MS = 2_500;
const STATEMENT_TIMEOUT_MS = 4_000;

/** Exceeds the statement timeout: it fires only when the server no longer responds. */
const SOCKET_TIMEOUT_MS = 4_300;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 60_000;

export const POOL_TIMEOUTS = {
  statement_timeout: STATEMENT_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
} as const;

interface TimeoutPoolConfig extends PoolConfig {
  /** A pooler in transaction mode refuses settings of sessions: statements are bounded by its own and by socket timeouts. */
  readonly isPooled?: boolean;
  /** Sends prepared statements by name; a transaction pooler in between must be off or support it. */
  readonly prepareStatements?: boolean;
}

type Query = (...args: unknown[]) => unknown;

/**
 * Connection pool with timeouts on connecting, statements and sockets: whether the database refuses, hangs or is slow, every
 * wait ends within five seconds. Connections that time out are closed and replaced.
 */
export class TimeoutPool extends Pool {
  constructor({ prepareStatements = false, isPooled = false, ...config }: TimeoutPoolConfig) {
    super({
      ...config,
      ...(isPooled ? { connectionTimeoutMillis: POOL_TIMEOUTS.connectionTimeoutMillis } : POOL_TIMEOUTS),
    });
    this.on('connect', (client) => addTimeouts(client, prepareStatements));
    this.on('release', (_error, client) => closeIfUnusable(client));
  }
}

/** SQLSTATE of a write that meets a server which became a standby. */
const READ_ONLY = '25006';
const readOnly = new WeakSet<PoolClient>();

const socketTimeouts = new WeakMap<PoolClient, number>();

/** Raises the socket timeout for a slow statement. @returns resets it; to be called before the client is released */
export function extendSocketTimeout(client: PoolClient, ms: number): () => void {
  socketTimeouts.set(client, ms);
  return () => void socketTimeouts.delete(client);
}

function socketOf(client: PoolClient): Socket {
  return (client as PoolClient & { readonly connection: { readonly stream: Socket } }).connection.stream;
}

/** Arms the socket timeout from a query until the client is drained. */
function addTimeouts(client: PoolClient, prepareStatements: boolean): void {
  const socket = socketOf(client);
  client.query = ((...args) => {
    socket.setTimeout(socketTimeouts.get(client) ?? SOCKET_TIMEOUT_MS);
    return (Client.prototype.query as Query).apply(client, prepareStatements ? withName(args) : args);
  }) as Query as typeof client.query;
  client.on('drain', () => socket.setTimeout(0));
  socket.on('timeout', () => socket.destroy(new DatabaseTimeoutError()));
  // Pending queries reject with it, and the next one fails; without a listener the process would end.
  client.on('error', () => undefined);
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) readOnly.add(client);
  });
}

/** Closes a client released within a transaction, or by a server that no longer accepts writes, instead of reusing it. */
function closeIfUnusable(client: PoolClient): void {
  const status = (client as PoolClient & Pick<Client, 'getTransactionStatus'>).getTransactionStatus();
  if (status === 'T' || status === 'E' || readOnly.has(client)) void client.end();
}

function withName(args: unknown[]): unknown[] {
  const [text, values, ...rest] = args;
  const name = typeof text === 'string' ? names.get(text) : undefined;
  return name === undefined ? args : [{ name, text, values }, ...rest];
}

const names = new Map<string, string>();

/**
 * Registers a frequent statement of constant text to be prepared: with `DATABASE_NAMED_STATEMENTS` each connection parses
 * and plans it once.
 * @returns the statement
 */
export function preparedStatement(statement: string): string {
  names.set(statement, `fieldhouse_${hash('sha256', statement).slice(0, 16)}`);
  return statement;
}
