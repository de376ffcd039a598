import { AsyncLocalStorage } from 'node:async_hooks';
import { Client } from 'pg';

export interface SentStatement {
  readonly text: string;
  /** `application_name` of the connection; the service's pool is `fieldhouse`. */
  readonly application: string | undefined;
  /** Sent by the observed work, not by concurrent work of this process. */
  readonly own: boolean;
}

/** Connections that poll: change notifications and jobs. */
const POLLING_CONNECTIONS: ReadonlySet<string> = new Set(['fieldhouse changes', 'fieldhouse jobs']);

type TappedClient = Client & { readonly connectionParameters: { readonly application_name?: string } };

/** Shared: each AsyncLocalStorage adds cost to every promise of the process. */
const origin = new AsyncLocalStorage<true>();

const send = Reflect.get(Client.prototype, 'query') as (...given: unknown[]) => unknown;

/** Captures every statement sent while `work` runs, on any connection, by patching the driver. */
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

/** Texts of statements that `work` causes, without those of timers and pollers. */
export async function textsDuring(work: () => Promise<unknown>): Promise<string[]> {
  return (await statementsDuring(work))
    .filter(({ application }) => application === undefined || !POLLING_CONNECTIONS.has(application))
    .map(({ text }) => text)
    .filter((text) => !isSentByTimer(text));
}

/** Deferred updates of a credential's last use; polling for due webhook deliveries. */
const BY_TIMER = ['UPDATE api_token', 'UPDATE session s SET date_last_used', 'WITH RECURSIVE waiting'];

export function isSentByTimer(text: string): boolean {
  return BY_TIMER.some((beginning) => text.startsWith(beginning));
}

/** Statement text of a string, a query config or a stream. */
function textOf(query: unknown): string {
  return typeof query === 'string' ? query : ((query as { text?: string }).text ?? '');
}
