import type { FastPathHandler } from '../../src/authorization/fast-path-handler';
import type { TestApp } from './app';
import { sendRaw } from './raw-request';
import { REGULAR_PATH_READ } from './regular-path';

export interface ReadRequest {
  readonly path: string;
  readonly method?: string;
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Raw responses on the fast path and the regular path. */
export interface BothPaths {
  readonly fast: string;
  readonly regular: string;
  /** Result of `canHandle` for the first request; undefined if no handler was consulted. */
  readonly canHandle: boolean | undefined;
}

/** Sends the same request on both paths. @param handlers fast-path handlers of the route */
export async function readOnBothPaths(
  app: TestApp,
  handlers: readonly FastPathHandler[],
  read: ReadRequest,
): Promise<BothPaths> {
  const results: boolean[] = [];
  const spies = handlers.map((handler) => {
    const canHandle = handler.canHandle.bind(handler);
    return jest.spyOn(handler, 'canHandle').mockImplementation((...given) => {
      results.push(canHandle(...given));
      return results.at(-1)!;
    });
  });
  try {
    const fast = await send(app, read, {});
    const canHandle = results[0];
    const regular = await send(app, read, REGULAR_PATH_READ);
    if (results.slice(1).includes(true)) throw new Error('The request did not take the regular path.');
    return { fast: withoutTimestamps(fast), regular: withoutTimestamps(regular), canHandle };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

function send(app: TestApp, read: ReadRequest, extra: Readonly<Record<string, string>>): Promise<string> {
  const headers: Record<string, string> = {
    Host: 'localhost',
    ...(read.authorization !== undefined && { Authorization: read.authorization }),
    Connection: 'close',
    ...read.headers,
    ...extra,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return sendRaw(
    app.port,
    Buffer.from(`${read.method ?? 'GET'} ${read.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`),
  );
}

const withoutTimestamps = (response: string): string =>
  response
    .replace(/^Date: .*$/m, 'Date: …')
    .replace(/(csrftoken=|csrfmiddlewaretoken" value=")[\w.-]+/g, '$1…');
