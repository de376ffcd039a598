import type { RequestHandler } from 'express';
import { PinoLogger } from 'nestjs-pino';
import { storage, Store } from 'nestjs-pino/storage';
import { type HttpLogger, pinoHttp } from 'pino-http';
import type { LogLevel } from '../config/environment';
import { LOG_FORMAT } from './log-options';

/**
 * Logs requests one by one, and puts the id of a request on every line that is written on its behalf. Only from `debug`
 * down: what failed by our fault is logged where it failed, and a line for each of many thousand submissions would cost
 * more than it tells.
 * @returns the step that does so; none above `debug`
 */
export function requestLog(level: LogLevel): RequestHandler[] {
  if (level !== 'debug' && level !== 'trace') return [];
  let log: HttpLogger | undefined;
  return [
    (request, response, next) => {
      // The logger is there once the service has begun.
      log ??= pinoHttp({ ...LOG_FORMAT, logger: PinoLogger.root });
      log(request, response);
      storage.run(new Store(request.allLogs.at(-1) ?? request.log), next);
    },
  ];
}
