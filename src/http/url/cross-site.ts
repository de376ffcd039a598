import type { Request } from 'express';
import { originOf } from './links';

/**
 * Tells whether a browser sent the request for a page of another site. Undetermined requests are not cross-site: forms
 * of our pages send `Origin: null` because of their referrer policy, and clients without a browser send neither header.
 */
export function isCrossSite(request: Request): boolean {
  const fetchSite = request.get('sec-fetch-site');
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') return true;
  const origin = request.get('origin');
  if (origin === undefined || origin === 'null') return false;
  return origin !== originOf(request) && origin !== `${request.protocol}://${request.host}`;
}
