import { linkToPage, linkToPrevious, type PageRequest } from '../../../http/pagination/present-page';
import type { StreamedBody } from '../../../http/reply';
import { presentBulkResult } from '../edit/submission-edit.presenter';
import { presentStreamedPage } from '../read/submission.presenter';
import type { SubmissionPage } from '../read/submission.service';
import type { Restoration } from './deleted-submission.service';

/** Streams the rows inside the list envelope. */
export function presentDeletedPage(
  origin: string,
  request: PageRequest,
  page: Omit<SubmissionPage, 'nextCursor'>,
): StreamedBody {
  const { window, url } = request;
  const start = window.start + window.limit;
  const next = start < page.count ? linkToPage(url, { limit: window.limit, start }) : null;
  return presentStreamedPage(origin, page, { next, previous: linkToPrevious(request) });
}

export function presentRestoration({ restored, conflicts }: Restoration) {
  return { ...presentBulkResult(restored, 'restored'), conflicts };
}
