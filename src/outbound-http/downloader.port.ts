import { InvalidError } from '../domain/errors';

/** How much a download may cost. */
export interface DownloadBounds {
  readonly maxBytes: number;
  /** Milliseconds from the first question to the last byte, redirects included. */
  readonly withinMs: number;
  /** Ends the download early. */
  readonly signal?: AbortSignal;
}

/** The URL is not one to be followed, or nothing usable came from it; the message is for whoever named the URL. */
export class DownloadError extends InvalidError {}

/** Fetches what a caller points at, from outside this installation alone. */
export abstract class Downloader {
  /**
   * @throws DownloadError when the URL is refused, answers with anything but a file, or breaks a bound
   * @throws the reason of the signal that ended it early
   */
  abstract download(url: string, bounds: DownloadBounds): Promise<Buffer>;
}
