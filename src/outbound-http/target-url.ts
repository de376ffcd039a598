import { isIPv4 } from 'node:net';
import { DownloadError } from './downloader.port';

/** Longer URLs are no file's. */
const LONGEST = 4096;

/**
 * A URL that may be asked, read as strictly as can be: what one program reads as a harmless host and another as this
 * machine is refused rather than guessed.
 * @param text as the caller or a redirect gave it
 * @param base the URL that redirected here; `text` may be relative to it
 * @throws DownloadError for other schemes, credentials in the URL, and addresses in unusual notations
 */
export function readTarget(text: string, base?: URL): URL {
  if (text.length > LONGEST || /[^\x21-\x7e]|\\/.test(text) || !URL.canParse(text, base?.href)) {
    throw new DownloadError(
      'The URL to download from is not valid; send one such as https://host/form.xlsx.',
    );
  }
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new DownloadError('Files are downloaded over http and https only; send such a URL.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new DownloadError('The URL to download from carries credentials; send one without.');
  }
  // 2130706433, 0x7f.1 and 0177.0.0.1 are all read as 127.0.0.1: an honest URL has no use for them.
  if (isIPv4(url.hostname) && hostOf(text) !== undefined && hostOf(text) !== url.hostname) {
    throw new DownloadError(
      'The URL to download from names its host in an unusual way; send the plain address.',
    );
  }
  return url;
}

/** The host as it was written; undefined in a URL without one. */
function hostOf(text: string): string | undefined {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(text)?.[1];
}
