import { InvalidError } from '../domain/errors';

export interface DownloadOptions {
  readonly maxBytes: number;
  /** From name resolution to the last byte, redirects included. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The URL is not allowed, or returned no usable file. The message is for the caller who sent the URL. */
export class DownloadError extends InvalidError {}

/** Downloads files from URLs that callers send, guarded against SSRF. */
export abstract class Downloader {
  /**
   * @throws DownloadError if the URL is blocked or returns no file, or a limit is exceeded
   * @throws the reason of the signal if aborted
   */
  abstract download(url: string, options: DownloadOptions): Promise<Buffer>;
}
