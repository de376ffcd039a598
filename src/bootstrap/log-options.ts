import type { Params } from 'nestjs-pino';
import type { DestinationStream } from 'pino';
import type { Options } from 'pino-http';
import type { LogLevel } from '../config/environment';
import { loggablePath } from '../domain/text/url-text';
import { loggedError } from './logged-error';

/** `location` carries OAuth2 codes to applications. */
const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'res.headers.location',
];

export const LOG_FORMAT: Options = {
  quietReqLogger: true,
  redact: SECRETS,
  serializers: {
    // pino passes its own serialized error, with all fields; `raw` is the error itself.
    err: (rendered: { raw?: unknown }) => loggedError(rendered.raw ?? rendered),
    req: ({ id, method, url }: { id: unknown; method: string; url: string }) => ({
      id,
      method,
      url: loggablePath(url),
    }),
  },
};

/** JSON lines on standard output or `destination`. `requestLog` logs requests. */
export function logOptions(level: LogLevel, destination?: DestinationStream): Params {
  const options: Options = { ...LOG_FORMAT, level, autoLogging: false };
  return {
    pinoHttp: destination === undefined ? options : [options, destination],
    forRoutes: [{ path: '/no-request-is-logged', method: 5 }],
  };
}
