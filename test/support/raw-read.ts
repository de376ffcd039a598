import type { TestApp } from './app';
import { sendRaw } from './raw-request';

export interface RawRead {
  readonly path: string;
  readonly method?: string;
  readonly authorization?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request without a body and returns the raw response. */
export function readRaw(
  app: TestApp,
  { path, method = 'GET', authorization, headers }: RawRead,
): Promise<string> {
  const sent: Record<string, string> = {
    Host: 'localhost',
    ...(authorization !== undefined && { Authorization: authorization }),
    Connection: 'close',
    ...headers,
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}`);
  return sendRaw(app.port, Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`));
}

export const statusOf = (response: string): number => Number(response.split(' ', 2)[1]);
