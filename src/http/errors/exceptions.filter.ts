import { type ArgumentsHost, Catch, type ExceptionFilter, Logger } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import { waitsToSend } from '../body/expectation';
import type { ErrorDialect } from './error-dialect';
import { failureOf } from './failure';
import { answerBeforeBodyEnds, isStillSending } from './refused-body';

/** Turns whatever was thrown into an answer in the words of the protocol that was spoken; the first that speaks it. */
@Catch()
export class ExceptionsFilter implements ExceptionFilter {
  private readonly logger = new Logger('http');

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly dialects: readonly ErrorDialect[],
    /** The verbs of a path. */
    private readonly methodsOf: (path: string) => readonly string[],
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<Request>(), http.getResponse<Response>());
  }

  /** The same for who serves a request without Nest. */
  answer(error: unknown, request: Request, response: Response): void {
    const failure = failureOf(error);
    if (failure.unexpected !== undefined) {
      this.logger.error(failure.unexpected, `${request.method} ${request.path}`);
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    const dialect = this.dialects.find((each) => each.speaks(request))!;
    for (const [name, value] of Object.entries(dialect.headers(failure, request))) {
      response.setHeader(name, value);
    }
    if (failure.retryAfterSeconds !== undefined) {
      response.setHeader('Retry-After', String(failure.retryAfterSeconds));
    }
    const status = dialect.status?.(failure, request) ?? failure.status;
    // RFC 9110 15.5.6: also where the verb is known, and the thing is in no state for it.
    if (status === 405) response.setHeader('Allow', this.methodsOf(request.path).join(', '));
    const body = dialect.body(failure, request);
    // Whether it still sends its body is the client's choice: what comes next may be that, or another request.
    if (waitsToSend(request)) response.setHeader('Connection', 'close');
    if (!isStillSending(request)) {
      this.host.httpAdapter.reply(response, body, status);
      return;
    }
    response.status(status);
    if (typeof body !== 'string') response.setHeader('Content-Type', 'application/json');
    answerBeforeBodyEnds(
      request,
      response,
      Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    );
  }
}
