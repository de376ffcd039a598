import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer, { MulterError, type Options, type StorageEngine } from 'multer';
import { InvalidError, TooLargeError } from '../../domain/errors';

/** A file of a form while its bytes come in. */
export interface FilePart {
  readonly field: string;
  /** Without folders; never empty. */
  readonly name: string;
  readonly mimetype: string;
  readonly content: Readable;
}

/** Takes the parts of a form in the order in which they come. */
export interface FormReceiver {
  /** Text that has come whole. What it throws ends the reading. */
  text?(field: string, value: string): void;
  /** Must read `content` to its end, or reject; the next part may begin before the promise is settled. */
  file(part: FilePart): Promise<void>;
}

export interface FormLimits {
  /** Bytes of all text fields together, their names included. */
  readonly textBytes: number;
  readonly fields: number;
  readonly files: number;
}

/** Text fields by name; `a[b]` nests, and a name that comes twice holds a list. */
export type FormFields = Readonly<Record<string, unknown>>;

/** The parser that multer feeds, as far as it is listened to here. */
interface Parser extends NodeJS.WritableStream {
  on(event: 'field', listen: (name: string | undefined, value: string) => void): this;
  on(event: 'file', listen: (name: string, content: Readable, about: { filename?: string }) => void): this;
}

const NAMELESS_FILE = 'A file came without a name; send every file with a filename of its own.';

/**
 * The one way in for multipart forms: bytes flow from `source` through the parser to the receiver with back-pressure, and
 * only text stays in memory. Every part is taken or refused, none is dropped.
 *
 * It ends as soon as something is wrong; what still comes is for whoever answers to drain.
 * @param source the body of `request`
 * @throws InvalidError for a form that can't be read, TooLargeError beyond the limits, and what the receiver throws
 */
export function readMultipart(
  request: Request,
  response: Response,
  source: Readable,
  limits: FormLimits,
  receiver: FormReceiver,
): Promise<FormFields> {
  return new Promise((resolve, reject) => {
    let textBytes = 0;
    const takeText = (name = '', value: string): void => {
      textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (textBytes > limits.textBytes) throw tooMuchText(limits.textBytes);
      receiver.text?.(name, value);
    };
    const options: Options & { streamHandler(request: Request, parser: Parser): void } = {
      storage: engineOf(receiver, reject),
      // Names of folders are cut off below, where a name that is nothing but folders can be refused.
      preservePath: true,
      defParamCharset: 'utf8',
      limits: { files: limits.files, fields: limits.fields, fieldSize: limits.textBytes },
      streamHandler: (_request, parser) => {
        parser.on('field', (name, value) => {
          try {
            takeText(name, value);
          } catch (error) {
            reject(asError(error));
          }
        });
        parser.on('file', (_name, _content, { filename }) => {
          if (filename === undefined || filename === '') reject(new InvalidError(NAMELESS_FILE));
        });
        source.pipe(parser);
      },
    };
    multer(options).any()(request, response, (error?: unknown) => {
      if (error === undefined || error === null) resolve(request.body as FormFields);
      else reject(multipartError(error));
    });
  });
}

/** @param refuse ends the reading at once, where multer would wait for the rest of the body */
function engineOf(receiver: FormReceiver, refuse: (error: Error) => void): StorageEngine {
  return {
    _handleFile: (_request, file, done) => {
      const { fieldname: field, mimetype, stream: content } = file;
      const name = /[^/\\]*$/.exec(file.originalname)?.[0] ?? '';
      const taken =
        name === '' || name === '.' || name === '..'
          ? Promise.reject(new InvalidError(NAMELESS_FILE))
          : receiver.file({ field, name, mimetype, content });
      taken.then(
        () => done(null, {}),
        (error: unknown) => {
          // The rest of the part must flow, or the parser waits for ever.
          content.resume();
          refuse(asError(error));
          done(error);
        },
      );
    },
    // What was received is the receiver's to remove.
    _removeFile: (_request, _file, done) => done(null),
  };
}

function tooMuchText(bytes: number): TooLargeError {
  return new TooLargeError(
    `The fields of the form are larger than the ${bytes} bytes that this route takes.`,
  );
}

/** What multer and the parser below it throw, as errors that the caller can act on. */
function multipartError(error: unknown): Error {
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_FIELD_VALUE') {
      return new TooLargeError('A field of the form is larger than this service takes.');
    }
    return new InvalidError(`The multipart body can't be read (${error.message}); send it again.`);
  }
  // The parser has no error class of its own.
  const text = error instanceof Error ? error.message : '';
  if (/^(Multipart:|Malformed|Unexpected end of|Request (aborted|closed))/.test(text)) {
    return new InvalidError("The multipart body can't be read or was cut off; send it again.");
  }
  return asError(error);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
