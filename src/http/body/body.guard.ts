import { type CanActivate, type ExecutionContext, Injectable, Logger } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Environment } from '../../config/environment';
import { InvalidError } from '../../domain/errors';
import { BODY, type BodyDeclaration, ORDINARY_BODY } from './body-declaration';
import { type FileDraft, FileDrafts } from './file-drafts.port';
import { setIncomingForm } from './incoming-form';
import { type FilePart, type FormReceiver, readMultipart } from './multipart-form';
import { setUploadedFile } from './uploaded-file';

const MEGABYTE = 1024 * 1024;
const MOST_FIELDS = 1000;
const MOST_FILES = 1000;

/** Lets in the body that the route declares and no other; it stands behind the guards that ask who and may. */
@Injectable()
export class BodyGuard implements CanActivate {
  private readonly logger = new Logger('http');

  constructor(
    private readonly reflector: Reflector,
    private readonly environment: Environment,
    private readonly drafts: FileDrafts,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const declaration =
      this.reflector.get<BodyDeclaration | undefined>(BODY, context.getHandler()) ?? ORDINARY_BODY;
    const isMultipart = request.headers['content-type']?.startsWith('multipart/form-data') === true;
    const read = (receiver: FormReceiver) =>
      readMultipart(request, response, request, this.limitsOf(declaration), receiver);
    if (declaration.inParts === true) setIncomingForm(request, { isMultipart, read });
    else if (isMultipart) await read(this.receiverOf(declaration, request, response));
    return true;
  }

  private limitsOf({ text }: BodyDeclaration) {
    const { MAX_BODY_BYTES } = this.environment;
    const textBytes =
      text === 'content' ? MAX_BODY_BYTES : text === 'ordinary' ? Math.min(MEGABYTE, MAX_BODY_BYTES) : text;
    return { textBytes, fields: MOST_FIELDS, files: MOST_FILES };
  }

  private receiverOf({ file }: BodyDeclaration, request: Request, response: Response): FormReceiver {
    let hasFile = false;
    return {
      file: async ({ field, name, content }: FilePart) => {
        if (file === undefined) {
          throw new InvalidError('This route takes no files; send the form without any.');
        }
        if (hasFile || field !== file.field) {
          throw new InvalidError(`Send one file, in the field ${file.field}.`);
        }
        hasFile = true;
        const draft = await this.drafts.draft(content, file.maxBytes);
        this.discardWith(response, draft);
        setUploadedFile(request, { name, draft });
      },
    };
  }

  /** Whatever becomes of the request, what was not promoted by its end is not kept. */
  private discardWith(response: Response, draft: FileDraft): void {
    const discard = (): void => {
      draft.discard().catch((error: unknown) => this.logger.warn(error));
    };
    if (response.closed) discard();
    else response.once('close', discard);
  }
}
