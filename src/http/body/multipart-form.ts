import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import multer, { type Options, type StorageEngine } from 'multer';
import { InvalidError } from '../../domain/errors';
import type { ByteSource } from '../../domain/file/draft';
import type { HeldBytes } from './body-budget';
import { asForm } from './form-names';
import { asError, multipartError, tooMuchText } from './multipart-error';
import { PartCount } from './part-count';
import type { UntimelyEnd } from './untimely-end';

/** A file of a form while its bytes come in. */
export interface FilePart {
  readonly field: string;
  /** Without folders; never empty. */
  readonly name: string;
  readonly mimetype: string;
  /** The bytes, for one who keeps them in memory until the request is over. */
  readonly content: ByteSource;
  /** The bytes, for one who lets them flow on to somewhere else. */
  passOn(): ByteSource;
}

/** Takes the parts of a form in the order in which they come. */
export interface FormReceiver {
  /** Text that has come whole. What it throws, or rejects with, ends the reading. */
  text?(field: string, value: string): void | Promise<void>;
  /** Must read the part to its end, or reject; the next part may begin before the promise is settled. */
  file(part: FilePart): Promise<void>;
}

/** A multipart body that comes in. */
export interface FormSource {
  readonly request: Request;
  readonly response: Response;
  /** The body of the request, as the parser shall read it. */
  readonly source: Readable;
  /** Ends whatever still reads a part. */
  readonly end: UntimelyEnd;
  readonly held: HeldBytes;
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

/** What multer takes beside what its types know. */
interface ParserOptions extends Options {
  streamHandler(request: Request, parser: Parser): void;
}

/** Names such as `a[b][c]` nest no deeper, and `a[7]` makes no longer list. */
const NESTING = { fieldNestingDepth: 10, fieldArrayIndexLimit: 1000 };

const NAMELESS_FILE = 'A file came without a name; send every file with a filename of its own.';
const NAMELESS_PART = 'A part of the form has no name; send every part as form-data with a name.';

/**
 * The one way in for multipart forms: bytes flow through the parser to the receiver with back-pressure, and only text
 * stays in memory. Every part is taken or refused, none is dropped.
 * @throws InvalidError for a form that can't be read, TooLargeError beyond the limits, and what the receiver throws; at
 *   once, while the rest of the body may still come
 */
export async function readMultipart(
  form: FormSource,
  limits: FormLimits,
  receiver: FormReceiver,
): Promise<FormFields> {
  const { request, response, source } = form;
  const sent = new PartCount(request.headers['content-type'] ?? '');
  let taken = 0;
  const [names, repeated] = [new Set<string>(), new Set<string>()];
  await new Promise<void>((resolve, reject) => {
    const texts: Promise<void>[] = [];
    let textBytes = 0;
    const takeText = async (name = '', value: string): Promise<void> => {
      taken += 1;
      (names.has(name) ? repeated : names).add(name);
      textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
      if (textBytes > limits.textBytes) throw tooMuchText(limits.textBytes);
      await receiver.text?.(name, value);
    };
    const options: ParserOptions = {
      storage: engineOf(receiver, form, (error) => reject(multipartError(error, limits.textBytes))),
      // Names of folders are cut off below, where a name that is nothing but folders can be refused.
      preservePath: true,
      defParamCharset: 'utf8',
      limits: { files: limits.files, fields: limits.fields, fieldSize: limits.textBytes, ...NESTING },
      streamHandler: (_request, parser) => {
        parser.on('field', (name, value) => {
          const text = takeText(name, value);
          text.catch((error: unknown) => reject(asError(error)));
          texts.push(text);
        });
        parser.on('file', (_name, _content, { filename }) => {
          taken += 1;
          // Multer passes over it.
          if (filename === undefined || filename === '') reject(new InvalidError(NAMELESS_FILE));
        });
        source.on('data', (chunk: Buffer) => sent.see(chunk));
        source.pipe(parser);
      },
    };
    multer(options).any()(request, response, (error?: unknown) => {
      if (error !== undefined && error !== null) reject(multipartError(error, limits.textBytes));
      else Promise.all(texts).then(() => resolve(), reject);
    });
  });
  if (taken < sent.parts) throw new InvalidError(NAMELESS_PART);
  return asForm(request.body as FormFields, repeated);
}

/** @param refuse ends the reading at once, where multer would wait for the rest of the body */
function engineOf(
  receiver: FormReceiver,
  { end, held }: FormSource,
  refuse: (error: unknown) => void,
): StorageEngine {
  return {
    _handleFile: (_request, { fieldname, originalname, mimetype, stream: content }, done) => {
      const name = /[^/\\]*$/.exec(originalname)?.[0] ?? '';
      const stop = (): void => void content.destroy(new Error('The request is over.'));
      end.hear(stop);
      const passOn = (): Readable => passing(content, held);
      const taking =
        name === '' || name === '.' || name === '..'
          ? Promise.reject(new InvalidError(NAMELESS_FILE))
          : receiver.file({ field: fieldname, name, mimetype, content, passOn });
      taking.then(
        () => {
          end.forget(stop);
          done(null, {});
        },
        (error: unknown) => {
          refuse(error);
          done(error);
        },
      );
    },
    // What was received is the receiver's to remove.
    _removeFile: (_request, _file, done) => done(null),
  };
}

/** The same bytes; those that have flowed on are no longer held. They wait until somebody reads them. */
function passing(content: Readable, held: HeldBytes): Readable {
  return content.pause().on('data', (chunk: Buffer) => held.giveBack(chunk.length));
}
