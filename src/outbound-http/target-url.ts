import { isIPv4 } from 'node:net';
import { InvalidError } from '../domain/errors';

const MAX_URL_LENGTH = 4096;
/** Control characters and backslashes, which parsers drop or turn into slashes, and white space around the URL. */
const CONFUSING = /[\x00-\x1f\x7f\\]|^\s|\s$/;

/** The URL is not allowed, or returned no usable file. The message is for the caller who sent the URL. */
export class DownloadError extends InvalidError {}

/**
 * Parses a URL as WHATWG says: accents, blanks and international host names are encoded. Rejects notations that
 * parsers interpret differently, a way around SSRF checks.
 * @param text from the caller or a redirect
 * @param base the redirecting URL; `text` may be relative to it
 * @throws DownloadError for schemes other than HTTP(S), credentials, and unusual notations of addresses
 */
export function parseTargetUrl(text: string, base?: URL): URL {
  if (text.length > MAX_URL_LENGTH || CONFUSING.test(text) || !URL.canParse(text, base?.href)) {
    throw new DownloadError(
      'The download URL is not valid. Send a URL such as https://example.org/form.xlsx.',
    );
  }
  const url = new URL(text, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new DownloadError('The download URL has an unsupported scheme. Send an http or https URL.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new DownloadError('The download URL contains credentials. Send a URL without them.');
  }
  // 2130706433, 0x7f.1 and 0177.0.0.1 are all 127.0.0.1: rejects other notations than the canonical one.
  if (isIPv4(url.hostname) && writtenHost(text) !== undefined && writtenHost(text) !== url.hostname) {
    throw new DownloadError(
      'The download URL has its host in an unusual notation. Send the address in dotted decimals.',
    );
  }
  return url;
}

/** Host before normalisation; undefined in a URL without one. */
function writtenHost(text: string): string | undefined {
  return /^(?:[a-z][a-z0-9+.-]*:)?\/\/(?:[^/?#@]*@)?([^/?#:]*)/i.exec(text)?.[1];
}
