import { MulterError } from 'multer';
import { InvalidError, TooLargeError } from '../../domain/errors';

export function tooMuchText(maxBytes: number): TooLargeError {
  return new TooLargeError(
    `The text fields of the form are larger than ${maxBytes} bytes, the limit of this route. Send less at a time.`,
  );
}

/**
 * Translates errors of multer and its parser into domain errors.
 * @param textBytes limit on text fields
 */
export function multipartError(error: unknown, textBytes: number): Error {
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

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
