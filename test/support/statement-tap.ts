import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

/** One statement on its way to the database. */
export interface SentStatement {
  readonly text: string;
  /** What the connection calls itself: the service's pool is `fieldhouse`. */
  readonly application: string | undefined;
  /** Sent by what was listened to, and not by something else that this process did meanwhile. */
  readonly own: boolean;
}

/** Connections that ask by themselves, time and again: for changes, and for jobs. */
const LISTENING: ReadonlySet<string> = new Set(['fieldhouse changes', 'fieldhouse jobs']);

type TappedClient = Client & { readonly connectionParameters: { readonly application_name?: string } };

/** One for all: every promise of the process carries a value for each that was ever made. */
const origin = new AsyncLocalStorage<true>();

const send = Reflect.get(Client.prototype, 'query') as (...given: unknown[]) => unknown;

/**
 * Every statement that this process sends while `work` runs, on whatever connection and by whatever library. It
 * listens at the driver, so that nothing sent goes unheard.
 */
export async function statementsDuring(work: () => Promise<unknown>): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  Client.prototype.query = function (this: TappedClient, ...given: unknown[]): unknown {
    sent.push({
      text: textOf(given[0]),
      application: this.connectionParameters.application_name,
      own: origin.getStore() === true,
    });
    return send.apply(this, given);
  } as typeof Client.prototype.query;
  try {
    await origin.run(true, work);
    return sent;
  } finally {
    Client.prototype.query = send as typeof Client.prototype.query;
    origin.disable();
  }
}

/**
 * The texts of those that `work` makes the service send. What its timers send meanwhile is left out: the beat of the feed
 * of changes, the look for jobs, and the note of when a token was used.
 */
export async function textsDuring(work: () => Promise<unknown>): Promise<string[]> {
  return (await statementsDuring(work))
    .filter(({ application }) => application === undefined || !LISTENING.has(application))
    .map(({ text }) => text)
    .filter((text) => !isSentByTimer(text));
}

/** The note of when a token was used last, some time after it was used; and the look for deliveries that are due. */
const BY_TIMER = ['UPDATE api_token', 'WITH RECURSIVE waiting'];

export function isSentByTimer(text: string): boolean {
  return BY_TIMER.some((beginning) => text.startsWith(beginning));
}

/** A text, a text with its values, or a stream that has one. */
function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');
}
