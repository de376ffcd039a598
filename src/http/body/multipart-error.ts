import { MulterError } from 'multer';
import { InvalidError, TooLargeError } from '../../domain/errors';

/** Text fields that are more than a route takes. */
export function tooMuchText(maxBytes: number): TooLargeError {
  return new TooLargeError(
    `The fields of the form are larger than the ${maxBytes} bytes that this route takes.`,
  );
}

/**
 * What multer and the parser below it throw, as errors that the caller can act on.
 * @param textBytes the bound on text that they were given
 */
export function multipartError(error: unknown, textBytes: number): Error {
  if (error instanceof MulterError) {
    if (error.code === 'LIMIT_FIELD_VALUE') return tooMuchText(textBytes);
    return new InvalidError(`The multipart body can't be read (${error.message}); send it again.`);
  }
  // The parser has no error class of its own.
  const text = error instanceof Error ? error.message : '';
  if (/^(Multipart:|Malformed|Unexpected end of|Request (aborted|closed))/.test(text)) {
    return new InvalidError("The multipart body can't be read or was cut off; send it again.");
  }
  return asError(error);
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
