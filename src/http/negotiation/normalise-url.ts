import type { NextFunction, Request, Response } from 'express';
import { FORMAT_SUFFIXES, setWireFormat, type FormatSuffix } from './wire-format';

/** Where a suffix chooses a format; elsewhere (`/forms/…/form.xml`) it is part of the name. */
const SUFFIXED = /^\/(api\/v2|me|token)(\/|\.|$)/;
const SUFFIX = new RegExp(`\\.(${FORMAT_SUFFIXES.join('|')})$`);

/**
 * Makes one path of the many that clients send for the same thing (decision 6 and its list of clients): doubled slashes
 * are merged, the closing slash is dropped, a format suffix is taken off and remembered. Nothing is redirected, for a
 * redirected POST loses its body.
 */
export function normaliseUrl(request: Request, _response: Response, next: NextFunction): void {
  const mark = request.url.indexOf('?');
  const sent = mark === -1 ? request.url : request.url.slice(0, mark);
  const query = mark === -1 ? '' : request.url.slice(mark);
  const merged = sent.includes('//') ? sent.replace(/\/{2,}/g, '/') : sent;
  let path = merged.length > 1 && merged.endsWith('/') ? merged.slice(0, -1) : merged;
  let suffix: FormatSuffix | undefined;
  if (SUFFIXED.test(path)) {
    const found = SUFFIX.exec(path);
    if (found !== null) {
      suffix = found[1] as FormatSuffix;
      path = path.slice(0, found.index);
    }
  }
  const asked = /[?&]format=([^&]*)/.exec(query)?.[1];
  setWireFormat(request, { suffix, format: suffix ?? (asked === '' ? undefined : asked), path: merged });
  if (path !== sent) request.url = path + query;
  next();
}
