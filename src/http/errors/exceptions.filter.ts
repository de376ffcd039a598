import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import { loggablePath } from '../../domain/text/url-text';
import { failureOf, type ErrorDialect } from './failure';
import { awaitsContinue } from '../body/incoming-body';

/** Bytes of a rejected body to discard before the connection is closed. */
const MAX_DRAINED_BYTES = 32 * 1024 * 1024;
const DRAIN_TIMEOUT_MS = 30_000;
const DRAIN_IDLE_TIMEOUT_MS = 5_000;

/** Returns whether the client is still sending a body that will not be read. */
function isStillSending(request: Request): boolean {
  return !(request.complete || request.readableEnded || request.destroyed || awaitsContinue(request));
}

/**
 * Lingering close: responds to a client that is still sending, then drains its body within limits before closing. Closing
 * with unread bytes would reset the connection and lose the response (decision 62).
 */
function respondThenDrain(request: Request, response: Response, body: Buffer): void {
  response.setHeader('Connection', 'close');
  response.setHeader('Content-Length', body.length);
  response.write(body);
  let drained = 0;
  const end = (): void => {
    clearTimeout(totalTimer);
    clearTimeout(idleTimer);
    response.end();
  };
  const totalTimer = setTimeout(end, DRAIN_TIMEOUT_MS);
  const idleTimer = setTimeout(end, DRAIN_IDLE_TIMEOUT_MS);
  request.unpipe();
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length;
    idleTimer.refresh();
    if (drained > MAX_DRAINED_BYTES) end();
  });
  request.once('end', end).once('close', end).on('error', end);
  request.resume();
}

/** Turns any thrown value into an error response, in the format of the first matching dialect. */
@Catch()
export class ExceptionsFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly dialects: readonly ErrorDialect[],
    private readonly methodsOf: (path: string) => readonly string[],
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.respond(error, http.getRequest<Request>(), http.getResponse<Response>());
  }

  /** Sends the error response; also for requests handled outside Nest. */
  respond(error: unknown, request: Request, response: Response): void {
    const failure = failureOf(error);
    if (failure.unexpected !== undefined) {
      this.logger.error(failure.unexpected, `${request.method} ${loggablePath(request.path)}`);
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const dialect = this.dialects.find((each) => each.matches(request))!;
    for (const [name, value] of Object.entries(dialect.headers(failure, request))) {
      response.setHeader(name, value);
    }
    if (failure.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', String(failure.retryAfterSeconds));
    }
    const status = dialect.status?.(failure, request) ?? failure.status;
    // RFC 9110 15.5.6 requires it, also when a resource's state forbids the method.
    if (status === 405) response.setHeader('Allow', this.methodsOf(request.path).join(', '));
    const body = dialect.body(failure, request);
    // The client may send its body anyway: the next bytes could be a body or another request.
    if (awaitsContinue(request)) response.setHeader('Connection', 'close');
    if (!isStillSending(request)) {
      this.host.httpAdapter.reply(response, body, status);
      return;
    }
    response.status(status);
    if (typeof body !== 'string') response.setHeader('Content-Type', 'application/json');
    respondThenDrain(request, response, Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)));
  }
}
