import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ByteSource, StagedFile, UploadedFile } from '../../domain/file/staged-file';

/** Streams uploaded files to storage while the request is read. */
export abstract class FileStaging {
  /** @throws TooLargeError beyond `maxBytes`, after removing what was written */
  abstract stage(source: ByteSource, maxBytes: number): Promise<StagedFile>;
}

declare global {
  namespace Express {
    /** Result of the BodyReader. */
    interface Locals {
      uploadedFile?: UploadedFile;
    }
  }
}

/** Written by the BodyReader only. */
export function setUploadedFile(request: Request, file: UploadedFile): void {
  request.res!.locals.uploadedFile = file;
}

/** Injects the file of a `AcceptsFile` route; undefined when none was sent. */
export const SentFile = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().res!.locals.uploadedFile,
);
