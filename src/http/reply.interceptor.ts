import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  Logger,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { from, type Observable, switchMap } from 'rxjs';
import { Reply } from './reply';
import { StreamedBody } from './streaming/streamed-body';

/** Applies what a presenter decided beyond the body: status, headers, and bodies that are streamed. */
@Injectable()
export class ReplyInterceptor implements NestInterceptor {
  private readonly logger = new Logger('http');

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(switchMap((value: unknown) => from(this.apply(response, value))));
  }

  private async apply(response: Response, value: unknown): Promise<unknown> {
    if (value instanceof Reply) {
      response.status(value.status);
      for (const [name, content] of Object.entries(value.headers)) response.setHeader(name, content);
      return this.apply(response, value.body);
    }
    if (!(value instanceof StreamedBody)) return value;
    response.setHeader('Content-Type', value.contentType);
    if (response.req.method === 'HEAD') {
      value.abandon();
      response.end();
      return undefined;
    }
    try {
      await value.writeTo(response);
    } catch (error) {
      // The head is out: the only honest signal left is a broken connection, which every client takes as a failure.
      if (!response.headersSent) throw error;
      if (!response.destroyed) this.logger.warn(error, 'A streamed answer broke off.');
      response.destroy();
    }
    return undefined;
  }
}
