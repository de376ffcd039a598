import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { lookup } from 'mime-types';
import multer, { type StorageEngine } from 'multer';
import type { Observable } from 'rxjs';
import { Environment } from '../config/environment';
import { InvalidError, TooLargeError } from '../domain/errors';
import { multipartError } from '../http/negotiation/multipart-fields.interceptor';
import {
  IntakeService,
  type ReceivedFile,
  type ReceivedSubmission,
} from '../modules/submission/intake.service';

const XML_PART = 'xml_submission_file';
const MOST_FILES = 1000;
const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

const uploads = new WeakMap<Request, ReceivedSubmission>();

/** The submission that came with this request. */
export const UploadedSubmission = createParamDecorator((_: unknown, context: ExecutionContext) =>
  uploads.get(context.switchToHttp().getRequest<Request>()),
);

interface Parts {
  xml: Buffer | undefined;
  readonly files: ReceivedFile[];
  /** Files whose bytes have begun to come in. */
  begun: number;
}

/**
 * Reads a multipart submission as it comes in: the XML into memory, up to MAX_BODY_BYTES, every other part through to
 * storage, hashed on the way and durable before intake sees its name. It runs after the guards.
 */
@Injectable()
export class SubmissionUploadInterceptor implements NestInterceptor {
  constructor(
    private readonly intake: IntakeService,
    private readonly environment: Environment,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    const parts: Parts = { xml: undefined, files: [], begun: 0 };
    if (request.is('multipart/form-data') === false) {
      throw new InvalidError(
        'Send the submission as multipart/form-data with a part named xml_submission_file.',
      );
    }
    await this.read(request, response, parts);
    const body = request.body as Record<string, unknown> | undefined;
    const field = body?.[XML_PART];
    const xml = parts.xml ?? (typeof field === 'string' ? Buffer.from(field) : undefined);
    if (xml === undefined) {
      throw new InvalidError(
        'The submission has no part named xml_submission_file; add the XML under that name.',
      );
    }
    uploads.set(request, { xml, files: parts.files });
    return next.handle();
  }

  private read(request: Request, response: Response, parts: Parts): Promise<void> {
    const upload = multer({
      storage: this.engine(parts),
      defParamCharset: 'utf8',
      limits: { files: MOST_FILES, fields: 100, fieldSize: this.environment.MAX_BODY_BYTES },
    }).any();
    return new Promise((resolve, reject) => {
      upload(request, response, (error: unknown) => {
        if (error === undefined || error === null) resolve();
        else reject(multipartError(error));
      });
    });
  }

  private engine(parts: Parts): StorageEngine {
    return {
      _handleFile: (_request, file, done) => {
        this.keep(file, parts).then(
          () => done(null, {}),
          (error: unknown) => {
            // The rest of the part must flow, or the parser waits for ever.
            file.stream.resume();
            done(error);
          },
        );
      },
      // Bytes are named by their content and may belong to another submission too; a sweep removes orphans.
      _removeFile: (_request, _file, done) => done(null),
    };
  }

  private async keep(file: Express.Multer.File, parts: Parts): Promise<void> {
    if (file.fieldname === XML_PART) {
      if (parts.xml !== undefined)
        throw new InvalidError('The submission has more than one xml_submission_file.');
      parts.xml = Buffer.alloc(0);
      parts.xml = await this.readXml(file);
      return;
    }
    const name = file.originalname;
    // The files keep the order in which they were sent, whichever is stored first.
    const place = parts.begun;
    parts.begun += 1;
    parts.files[place] = await this.intake.keepFile(name, mediaType(file.mimetype, name), file.stream);
  }

  private async readXml(file: Express.Multer.File): Promise<Buffer> {
    const { MAX_BODY_BYTES } = this.environment;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file.stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) {
        throw new TooLargeError(`The XML is larger than the ${MAX_BODY_BYTES} bytes that this server takes.`);
      }
      chunks.push(chunk);
    }
    return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
  }
}

function mediaType(sent: string, name: string): string {
  if (MEDIA_TYPE.test(sent) && sent !== 'application/octet-stream') return sent.toLowerCase();
  const guessed = lookup(name);
  return guessed === false ? 'application/octet-stream' : guessed;
}
