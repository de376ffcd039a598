import type { Params } from 'nestjs-pino';
import type { DestinationStream } from 'pino';
import type { Options } from 'pino-http';
import type { LogLevel } from '../config/environment';
import { loggedError } from './logged-error';

/** `location` carries OAuth2 codes to applications. */
const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'res.headers.location',
];

/** How errors and requests are written. */
export const LOG_FORMAT: Options = {
  quietReqLogger: true,
  redact: SECRETS,
  serializers: {
    // pino hands its own rendering of the error, which has everything, and keeps the error in `raw`.
    err: (rendered: { raw?: unknown }) => loggedError(rendered.raw ?? rendered),
    req: ({ id, method, url }: { id: unknown; method: string; url: string }) => ({
      id,
      method,
      url: url.replace(/\?.*$/s, ''),
    }),
  },
};

/** The log as lines of JSON, on standard output or where `destination` says. Requests are logged by `requestLog`. */
export function logOptions(level: LogLevel, destination?: DestinationStream): Params {
  const options: Options = { ...LOG_FORMAT, level, autoLogging: false };
  return {
    pinoHttp: destination === undefined ? options : [options, destination],
    forRoutes: [{ path: '/no-request-is-logged', method: 5 }],
  };
}
