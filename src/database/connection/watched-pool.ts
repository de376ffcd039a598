import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import type { Socket } from 'node:net';
import { DatabaseSilentError } from './database-silent-error';
import { nameOfHot } from './hot-statements';

/** Whoever waits so long for a connection is told that there is none. */
const LONGEST_WAIT_MS = 2_500;
/** The database itself ends a statement that takes so long. */
const LONGEST_STATEMENT_MS = 4_000;
/** A connection that says nothing for so long while it owes an answer is given up: it leads to nobody who would end it. */
const LONGEST_SILENCE_MS = 4_300;
/** A transaction that somebody forgot to end holds up others. */
const LONGEST_PAUSE_MS = 60_000;

/** What PostgreSQL itself is to watch on a connection. */
export const SERVER_BOUNDS = {
  statement_timeout: LONGEST_STATEMENT_MS,
  idle_in_transaction_session_timeout: LONGEST_PAUSE_MS,
  connectionTimeoutMillis: LONGEST_WAIT_MS,
} as const;

interface WatchedPoolConfig extends PoolConfig {
  /** Hot statements have names: connections are ours alone, with nobody in between who hands them to others. */
  readonly namesStatements?: boolean;
}

type Query = (...question: unknown[]) => unknown;

/**
 * Connections on which nobody waits for ever, whatever became of the database: refused, lost, frozen, or only slow. With
 * these bounds every wait ends within five seconds; a connection that broke one is closed and another takes its place.
 */
export class WatchedPool extends Pool {
  constructor({ namesStatements = false, ...config }: WatchedPoolConfig) {
    super({ ...config, ...SERVER_BOUNDS });
    this.on('connect', (client) => watch(client, namesStatements));
    this.on('release', (_error, client) => endUnlessIdle(client));
  }
}

/** How long clients may say nothing that were asked for something that takes long. */
const patience = new WeakMap<PoolClient, number>();

/** For what is known to take long, and is bounded by itself. @returns ends it; must be called before others have the client */
export function allowSilence(client: PoolClient, ms: number): () => void {
  patience.set(client, ms);
  return () => void patience.delete(client);
}

/** The socket below a client. */
function socketOf(client: PoolClient): Socket {
  return (client as PoolClient & { readonly connection: { readonly stream: Socket } }).connection.stream;
}

/** Between a question and the last answer there must be some life on the line; before and after there need not. */
function watch(client: PoolClient, namesStatements: boolean): void {
  const socket = socketOf(client);
  client.query = ((...question) => {
    socket.setTimeout(patience.get(client) ?? LONGEST_SILENCE_MS);
    return (Client.prototype.query as Query).apply(client, namesStatements ? named(question) : question);
  }) as Query as typeof client.query;
  client.on('drain', () => socket.setTimeout(0));
  socket.on('timeout', () => socket.destroy(new DatabaseSilentError()));
  // Whoever waits for an answer is told by it; a connection that breaks between two questions is told by the next one.
  client.on('error', () => undefined);
}

/** Whoever failed to end a transaction leaves it to nobody: its connection is closed, and another takes its place. */
function endUnlessIdle(client: PoolClient): void {
  const status = (client as PoolClient & Pick<Client, 'getTransactionStatus'>).getTransactionStatus();
  if (status === 'T' || status === 'E') void (client as PoolClient & Pick<Client, 'end'>).end();
}

/** The same question, by the name of its statement where that is hot. */
function named(question: unknown[]): unknown[] {
  const [text, values, ...more] = question;
  const name = typeof text === 'string' ? nameOfHot(text) : undefined;
  return name === undefined ? question : [{ name, text, values }, ...more];
}
