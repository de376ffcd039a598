import { SetMetadata } from '@nestjs/common';

/**
 * How much of a body a route takes beside its files: what an ordinary request needs, what the content of a form needs, so
 * many bytes, or nothing.
 */
export type TextLimit = 'ordinary' | 'content' | 'none' | number;

/** How many bytes a file may have: so many, or MAX_UPLOAD_BYTES. */
export type FileLimit = number | 'upload';

/** The body that a route takes; one that declares none takes an ordinary one. */
export interface BodyDeclaration {
  readonly text: TextLimit;
  /** A file that comes in a multipart form; it is a draft until the handler promotes it. */
  readonly file?: { readonly field: string; readonly maxBytes: FileLimit };
  /** The handler reads the parts of the form as they come: `IncomingForm`. */
  readonly inParts?: boolean;
}

export const BODY = 'body';
export const ORDINARY_BODY: BodyDeclaration = { text: 'ordinary' };

const SetBody = (declaration: BodyDeclaration) => SetMetadata(BODY, declaration);

/** The body holds the content of a form: up to MAX_BODY_BYTES. */
export const TakesContent = () => SetBody({ text: 'content' });

/** The body may bring a file, which the handler gets as `UploadedFile`. */
export const TakesFile = (field: string, { maxBytes, text }: { maxBytes: FileLimit; text: TextLimit }) =>
  SetBody({ text, file: { field, maxBytes } });

/** Whatever is sent along is not looked at. */
export const TakesNoBody = () => SetBody({ text: 'none' });

/** The handler reads the multipart body by itself, part by part, and gets it as `IncomingForm`. */
export const TakesParts = () => SetBody({ text: 'content', inParts: true });
