import type { RequestHandler } from 'express';
import { PinoLogger } from 'nestjs-pino';
import { storage, Store } from 'nestjs-pino/storage';
import { type HttpLogger, pinoHttp } from 'pino-http';
import type { LogLevel } from '../config/environment';
import { LOG_FORMAT } from './log-options';

/**
 * Middleware that logs each request and adds the request id to every line logged for it. Only at `debug` and `trace`:
 * failures are logged at every level, and a line per submission would cost too much.
 */
export function requestLog(level: LogLevel): RequestHandler[] {
  if (level !== 'debug' && level !== 'trace') return [];
  let log: HttpLogger | undefined;
  return [
    (request, response, next) => {
      // PinoLogger.root exists once the app is initialized.
      log ??= pinoHttp({ ...LOG_FORMAT, logger: PinoLogger.root });
      log(request, response);
      storage.run(new Store(request.allLogs.at(-1) ?? request.log), next);
    },
  ];
}
