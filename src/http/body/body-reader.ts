import { SetMetadata, Injectable, Logger, UnsupportedMediaTypeException } from '@nestjs/common';
import { parse as parseQuery } from 'node:querystring';
import type { Request, Response } from 'express';
import { Environment } from '../../config/environment';
import { InvalidError, TooLargeError } from '../../domain/errors';
import type { StagedFile } from '../../domain/file/staged-file';
import { isSafe } from '../negotiation/request';
import {
  BodyBudget,
  type BodyLimits,
  collect,
  hasBody,
  receiveBody,
  markRepeatedFields,
} from './incoming-body';
import { FileStaging, setUploadedFile } from './uploaded-file';
import { LargeJsonReader, parseJson, MAX_JSON_TOKENS, MAX_INLINE_JSON_BYTES } from './read-json';
import type { FormFields, MultipartReceiver } from './multipart-parser';
import { readMultipartForm, setIncomingForm } from './read-multipart-form';
import { onClosed } from '../reply';

/**
 * Size limit of a body without its files: 1 MB (`ordinary`), MAX_BODY_BYTES for form content (`content`), a number of
 * bytes, or no body.
 */
export type TextLimit = 'ordinary' | 'content' | 'none' | number;

/** Size limit of a file: a number of bytes, or MAX_UPLOAD_BYTES. */
type FileLimit = number | 'upload';

/** Body that a route accepts; `ordinary` by default. */
export interface BodyDeclaration {
  readonly text: TextLimit;
  /** File of a multipart form; it stays staged until the handler promotes it. */
  readonly file?: { readonly field: string; readonly maxBytes: FileLimit };
  /** The handler streams the parts of the form through `IncomingForm`. */
  readonly inParts?: boolean;
  /** Members of JSON down to answers, whose numbers keep their digits as written. */
  readonly answers?: readonly string[];
}

export const BODY = 'body';
export const DEFAULT_BODY: BodyDeclaration = { text: 'ordinary' };

const SetBody = (declaration: BodyDeclaration) => SetMetadata(BODY, declaration);

/** Accepts the content of a form, up to MAX_BODY_BYTES. */
export const AcceptsContent = () => SetBody({ text: 'content' });

/** Accepts one optional file, injected by `SentFile`. */
export const AcceptsFile = (field: string, { maxBytes, text }: { maxBytes: FileLimit; text: TextLimit }) =>
  SetBody({ text, file: { field, maxBytes } });

export const IgnoresBody = () => SetBody({ text: 'none' });

/** The handler streams the parts of the body, injected by `UnreadForm`. */
export const AcceptsParts = () => SetBody({ text: 'content', inParts: true, answers: [] });

/** JSON has answers at a path of members. */
export const AcceptsAnswers = (...path: string[]) => SetBody({ ...DEFAULT_BODY, answers: path });

/** Charsets that all clients encode alike. */
const CHARSETS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'utf-16', 'utf-16le']);

/** Returns the charset of a Content-Type, UTF-8 by default. @throws HTTP 415 for an unsupported one */
function charsetOf(contentType: string): string {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!CHARSETS.has(charset))
    throw new UnsupportedMediaTypeException('Unsupported charset. Send the body as UTF-8.');
  return charset;
}

function unsupportedMediaType(contentType: string): UnsupportedMediaTypeException {
  const type = contentType.split(';', 1)[0]!.trim().slice(0, 100);
  return new UnsupportedMediaTypeException(
    `Unsupported media type "${type}" in request. Send JSON, or a form.`,
  );
}

/** Parses a urlencoded body; a repeated field holds a list. @throws TooLargeError */
function readFields(text: string, maxFields: number): Record<string, unknown> {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1 && count <= maxFields; at = text.indexOf('&', at + 1))
    count += 1;
  if (count > maxFields) {
    throw new TooLargeError(`The form has more than ${maxFields} fields. Send fewer.`);
  }
  const fields = parseQuery(text, '&', '=', { maxKeys: 0 });
  return markRepeatedFields(
    fields,
    new Set(Object.keys(fields).filter((name) => Array.isArray(fields[name]))),
  );
}

const MEGABYTE = 1024 * 1024;
/** Limits for requests without form content or file. */
const DEFAULT_MAX_BYTES = MEGABYTE;
const DEFAULT_MAX_TOKENS = 200_000;
const MAX_FIELDS = 1000;
const MAX_FILES = 1000;
/** Allowance for boundaries and part headers. */
const MULTIPART_FRAME_BYTES = MEGABYTE;

export interface BodySender {
  readonly isAuthenticated: boolean;
  /** Key of the limits per address; called only for requests with a body. */
  readonly address: () => string;
}

interface BodyContext {
  readonly request: Request;
  readonly response: Response;
  readonly declaration: BodyDeclaration;
  readonly sender: BodySender;
}

/** Reads request bodies within the limits that their routes declare. */
@Injectable()
export class BodyReader {
  private readonly logger = new Logger('http');

  constructor(
    private readonly environment: Environment,
    private readonly staging: FileStaging,
    private readonly budget: BodyBudget,
    private readonly largeJson: LargeJsonReader,
  ) {}

  /** Stores the body in `request.body`; `{}` when absent or empty. */
  async read(context: BodyContext): Promise<void> {
    const { request, declaration } = context;
    request.body = {};
    const isMultipart = request.headers['content-type']?.startsWith('multipart/form-data') === true;
    if (declaration.inParts === true) {
      setIncomingForm(request, {
        kind: isMultipart ? 'multipart' : request.is('application/json') ? 'json' : 'other',
        read: (receiver) => this.readForm(context, receiver),
        readJson: () => this.readWhole(context),
      });
    } else if (declaration.text !== 'none' && hasBody(request)) {
      request.body = isMultipart
        ? await this.readForm(context, this.receiverOf(context))
        : await this.readWhole(context);
    }
  }

  private async readWhole(context: BodyContext): Promise<unknown> {
    const { request, response } = context;
    const bodyLimits = this.bodyLimits(context, this.maxTextBytes(context));
    const bytes = await receiveBody(request, response, bodyLimits, collect);
    // Some clients send a Content-Type without a body, or a body with GET.
    if (bytes.length === 0 || isSafe(request.method)) return {};
    const charset = charsetOf(request.headers['content-type'] ?? '');
    if (request.is('application/json') !== false) return this.readJson(context, bytes, charset);
    if (request.is('application/x-www-form-urlencoded') !== false) {
      return readFields(new TextDecoder(charset).decode(bytes), MAX_FIELDS);
    }
    throw unsupportedMediaType(request.headers['content-type'] ?? '');
  }

  /** Parses ordinary bodies inline (some milliseconds) and large ones in a worker thread. */
  private async readJson({ declaration }: BodyContext, bytes: Buffer, charset: string): Promise<unknown> {
    const isOrdinary = declaration.text === 'ordinary';
    const options = {
      maxTokens: isOrdinary ? DEFAULT_MAX_TOKENS : MAX_JSON_TOKENS,
      answers: declaration.answers,
    };
    return isOrdinary || bytes.length <= MAX_INLINE_JSON_BYTES
      ? parseJson(new TextDecoder(charset).decode(bytes), options)
      : this.largeJson.read({ bytes, charset, ...options });
  }

  private readForm(context: BodyContext, receiver: MultipartReceiver): Promise<FormFields> {
    const { request, response, declaration } = context;
    const textBytes = this.maxTextBytes(context);
    const fileBytes = this.maxFileBytes(
      declaration.file?.maxBytes ?? (declaration.inParts === true ? 'upload' : 0),
    );
    const maxBytes = textBytes + fileBytes + MULTIPART_FRAME_BYTES;
    const bodyLimits = { ...this.bodyLimits(context, maxBytes), fileBytes };
    const limits = { textBytes, fields: MAX_FIELDS, files: MAX_FILES };
    return receiveBody(request, response, bodyLimits, (source, abort) =>
      readMultipartForm(
        { request, response, source, abort, reservation: bodyLimits.reservation },
        limits,
        receiver,
      ),
    );
  }

  private bodyLimits({ response, sender }: BodyContext, maxBytes: number): BodyLimits {
    const reservation = this.budget.open(sender.address());
    // The parsed body stays in memory until the request ends.
    response.once('close', () => reservation.close());
    return { maxBytes, allowCompressed: sender.isAuthenticated, reservation };
  }

  /** Anonymous callers may send large submissions, but no other large bodies. */
  private maxTextBytes({ declaration: { text, inParts }, sender }: BodyContext): number {
    const { MAX_BODY_BYTES } = this.environment;
    const ordinary = Math.min(DEFAULT_MAX_BYTES, MAX_BODY_BYTES);
    if (text === 'none') return 0;
    if (text === 'ordinary' || !(sender.isAuthenticated || inParts === true)) return ordinary;
    return text === 'content' ? MAX_BODY_BYTES : text;
  }

  private maxFileBytes(limit: FileLimit): number {
    return limit === 'upload' ? this.environment.MAX_UPLOAD_BYTES : limit;
  }

  private receiverOf({ request, response, declaration: { file } }: BodyContext): MultipartReceiver {
    let hasFile = false;
    return {
      file: async (part) => {
        if (file === undefined) {
          throw new InvalidError('This route accepts no files. Send the form without them.');
        }
        if (hasFile || part.field !== file.field) {
          throw InvalidError.at(file.field, `Send one file, in the field ${file.field}.`);
        }
        hasFile = true;
        const staged = await this.staging.stage(part.stream(), this.maxFileBytes(file.maxBytes));
        this.discardOnClose(response, staged);
        setUploadedFile(request, { name: part.name, staged });
      },
    };
  }

  /** Discards the file at the end of the request unless it was promoted. */
  private discardOnClose(response: Response, staged: StagedFile): void {
    const discard = (): void => {
      staged.discard().catch((error: unknown) => this.logger.warn(error));
    };
    onClosed(response, discard);
  }
}
