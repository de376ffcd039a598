import { SetMetadata } from '@nestjs/common';

/**
 * Size limit of a body without its files: 1 MB (`ordinary`), MAX_BODY_BYTES for form content (`content`), a number of
 * bytes, or no body.
 */
export type TextLimit = 'ordinary' | 'content' | 'none' | number;

/** Size limit of a file: a number of bytes, or MAX_UPLOAD_BYTES. */
export type FileLimit = number | 'upload';

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
