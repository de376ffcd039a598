import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import type { Observable } from 'rxjs';
import { Environment } from '../../config/environment';
import { InvalidError, TooLargeError } from '../../domain/errors';

/**
 * Forms sent as multipart without files are bodies like any other. Routes that take files have read theirs already:
 * their interceptors run after this one, so this one steps aside for every route that says so.
 */
@Injectable()
export class MultipartFieldsInterceptor implements NestInterceptor {
  constructor(private readonly environment: Environment) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (request.headers['content-type']?.startsWith('multipart/form-data') === true && !takesFiles(context)) {
      await this.readFields(request, context.switchToHttp().getResponse<Response>());
    }
    return next.handle();
  }

  private readFields(request: Request, response: Response): Promise<void> {
    const read = multer({ limits: { fieldSize: this.environment.MAX_BODY_BYTES, fields: 1000 } }).none();
    return new Promise((resolve, reject) => {
      read(request, response, (error: unknown) => {
        if (error === undefined || error === null) resolve();
        else reject(multipartError(error));
      });
    });
  }
}

/** Interceptors bound to a handler; the key is the one that `@UseInterceptors` writes. */
function takesFiles(context: ExecutionContext): boolean {
  return Reflect.getMetadata('__interceptors__', context.getHandler()) !== undefined;
}

/** What multer and the parser below it throw, as errors that the caller can act on. */
export function multipartError(error: unknown): Error {
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_FIELD_VALUE' || error.code === 'LIMIT_FILE_SIZE') {
      return new TooLargeError('A part of the form is larger than this service takes.');
    }
    if (error.code === 'LIMIT_UNEXPECTED_FILE') {
      return new InvalidError('This route takes no files; send the form without any.');
    }
    return new InvalidError(`The multipart body can't be read (${error.message}); send it again.`);
  }
  // The parser has no error class of its own.
  const text = error instanceof Error ? error.message : '';
  if (/^(Multipart:|Malformed|Unexpected end of|Request (aborted|closed))/.test(text)) {
    return new InvalidError("The multipart body can't be read or was cut off; send it again.");
  }
  return error instanceof Error ? error : new Error(text);
}
