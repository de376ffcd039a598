import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer from 'multer';
import { type Options, type StorageEngine, MulterError } from 'multer';
import { InvalidError, TooLargeError } from '../../domain/errors';
import type { ByteSource } from '../../domain/file/staged-file';
import { type ByteReservation, type BodyAbort, markRepeatedFields } from './incoming-body';

/** Counts the parts of a multipart body, to detect nameless parts that the parser drops silently. */
export class PartCounter {
  private readonly opening: Buffer;
  /** End of the previous chunk: a boundary may be split. Starts with a line break, which the first boundary lacks. */
  private tail = Buffer.from('\r\n');
  private found = 0;

  constructor(contentType: string) {
    const boundary = /;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
    this.opening = Buffer.from(`\r\n--${boundary?.[1] ?? boundary?.[2] ?? ''}\r\n`, 'latin1');
  }

  get parts(): number {
    return this.found;
  }

  update(chunk: Buffer): void {
    const { length } = this.opening;
    const seam = Buffer.concat([this.tail, chunk.subarray(0, length - 1)]);
    this.count(seam);
    if (chunk.length < length) {
      this.tail = Buffer.from(seam.subarray(Math.max(0, seam.length - length + 1)));
      return;
    }
    this.count(chunk);
    this.tail = Buffer.from(chunk.subarray(chunk.length - length + 1));
  }

  private count(bytes: Buffer): void {
    for (let at = bytes.indexOf(this.opening); at !== -1; at = bytes.indexOf(this.opening, at + 1)) {
      this.found += 1;
    }
  }
}

export interface MultipartFile {
  readonly field: string;
  /** Without folders; never empty. */
  readonly name: string;
  readonly mimetype: string;
  /** Bytes to hold in memory: they count against the budget until the request ends. */
  readonly content: ByteSource;
  /** Bytes to write elsewhere: each chunk returns its share of the budget. */
  stream(): ByteSource;
}

export interface MultipartReceiver {
  /** Errors end the parsing. */
  text?(field: string, value: string): void | Promise<void>;
  /** Must read the part to its end, or reject; the next part may arrive before it settles. */
  file(part: MultipartFile): Promise<void>;
}

export interface MultipartRequest {
  readonly request: Request;
  readonly response: Response;
  readonly source: Readable;
  readonly abort: BodyAbort;
  readonly reservation: ByteReservation;
}

export interface MultipartLimits {
  /** Total size of text fields, including their names. */
  readonly textBytes: number;
  readonly fields: number;
  readonly files: number;
}

/** Text fields by name; `a[b]` nests, and a repeated name holds a list. */
export type FormFields = Readonly<Record<string, unknown>>;

/** Events of multer's parser that are used here. */
interface Parser extends NodeJS.WritableStream {
  on(event: 'field', listen: (name: string | undefined, value: string) => void): this;
  on(event: 'file', listen: (name: string, content: Readable, about: PartHead) => void): this;
}

interface PartHead {
  readonly filename?: string;
  readonly mimeType: string;
}

interface ParserOptions extends Options {
  streamHandler(request: Request, parser: Parser): void;
}

/** Limits on field names such as `a[b][c]` and `a[7]`. */
const NESTING = { fieldNestingDepth: 10, fieldArrayIndexLimit: 1000 };

const NAMELESS_FILE = 'A file has no name. Send every file with a filename.';
const NAMELESS_PART = 'A part of the form has no name. Send every part as form-data with a name.';

/**
 * Streams a multipart form to the receiver with backpressure; only text fields stay in memory. No part is dropped.
 * @returns the text fields
 * @throws InvalidError for a malformed form, TooLargeError beyond the limits, and what the receiver throws; immediately,
 *   while the rest of the body may still arrive
 */
export async function parseMultipart(
  form: MultipartRequest,
  limits: MultipartLimits,
  receiver: MultipartReceiver,
): Promise<FormFields> {
  const { request, response, source } = form;
  const counter = new PartCounter(request.headers['content-type'] ?? '');
  let received = 0;
  const [names, repeated] = [new Set<string>(), new Set<string>()];
  await new Promise<void>((resolve, reject) => {
    const texts: Promise<void>[] = [];
    let textBytes = 0;
    const receiveText = async (name = '', value: string): Promise<void> => {
      received += 1;
      (names.has(name) ? repeated : names).add(name);
      textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (textBytes > limits.textBytes) throw tooMuchText(limits.textBytes);
      await receiver.text?.(name, value);
    };
    const options: ParserOptions = {
      storage: storageEngine(receiver, form, (error) => reject(multipartError(error, limits.textBytes))),
      // Folders are removed below, where a name without file part can be rejected.
      preservePath: true,
      defParamCharset: 'utf8',
      limits: { files: limits.files, fields: limits.fields, fieldSize: limits.textBytes, ...NESTING },
      streamHandler: (_request, parser) => {
        parser.on('field', (name, value) => {
          const text = receiveText(name, value);
          text.catch((error: unknown) => reject(asError(error)));
          texts.push(text);
        });
        parser.on('file', (_name, content, head) => {
          received += 1;
          // Multer would skip it silently.
          if (head.filename !== undefined && head.filename !== '') return;
          const fail = (): void => reject(new InvalidError(NAMELESS_FILE));
          // A file input of a browser without a chosen file (HTML, "constructing the entry list").
          if (head.mimeType === 'application/octet-stream') content.once('data', fail);
          else fail();
        });
        source.on('data', (chunk: Buffer) => counter.update(chunk));
        source.pipe(parser);
      },
    };
    multer(options).any()(request, response, (error?: unknown) => {
      if (error !== undefined && error !== null) reject(multipartError(error, limits.textBytes));
      else Promise.all(texts).then(() => resolve(), reject);
    });
  });
  if (received < counter.parts) throw new InvalidError(NAMELESS_PART);
  return markRepeatedFields(request.body as FormFields, repeated);
}

/** @param fail ends the parsing immediately; multer would wait for the rest of the body */
function storageEngine(
  receiver: MultipartReceiver,
  { abort, reservation }: MultipartRequest,
  fail: (error: unknown) => void,
): StorageEngine {
  return {
    _handleFile: (_request, { fieldname, originalname, mimetype, stream: content }, done) => {
      const name = /[^/\\]*$/.exec(originalname)?.[0] ?? '';
      const stop = (): void => void content.destroy(new Error('The request was aborted.'));
      abort.addListener(stop);
      const stream = (): Readable => releaseAsRead(content, reservation);
      const receiving =
        name === '' || name === '.' || name === '..'
          ? Promise.reject(new InvalidError(NAMELESS_FILE))
          : receiver.file({ field: fieldname, name, mimetype, content, stream });
      receiving.then(
        () => {
          abort.removeListener(stop);
          done(null, {});
        },
        (error: unknown) => {
          fail(error);
          done(error);
        },
      );
    },
    // The receiver removes its own files.
    _removeFile: (_request, _file, done) => done(null),
  };
}

/** Returns the stream, paused, which releases its bytes from the budget as they are read. */
function releaseAsRead(content: Readable, reservation: ByteReservation): Readable {
  return content.pause().on('data', (chunk: Buffer) => reservation.release(chunk.length));
}

function tooMuchText(maxBytes: number): TooLargeError {
  return new TooLargeError(
    `The text fields of the form are larger than ${maxBytes} bytes, the limit of this route. Send less at a time.`,
  );
}

/**
 * Translates errors of multer and its parser into domain errors.
 * @param textBytes limit on text fields
 */
function multipartError(error: unknown, textBytes: number): Error {
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_FIELD_VALUE') return tooMuchText(textBytes);
    return new InvalidError(`The multipart body can't be read (${error.message}). Send it again.`);
  }
  // The parser throws plain errors.
  const text = error instanceof Error ? error.message : '';
  if (/^(Multipart:|Malformed|Unexpected end of|Request (aborted|closed))/.test(text)) {
    return new InvalidError("The multipart body can't be read or was cut off. Send it again.");
  }
  return asError(error);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
