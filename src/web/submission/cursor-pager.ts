import { type SubmissionCursor, writeCursor } from '../../domain/query/submission-cursor';
import { pageLinks } from '../page/components';
import type { Html } from '../page/html';
import { dataParameters, type DataQuery } from './data-query';
import type { FormColumns } from './form-columns';

interface CursorPage {
  readonly form: FormColumns;
  readonly query: DataQuery;
  readonly nextCursor: SubmissionCursor | undefined;
}

/** Links to the pages before and after: the next one is found by its cursor, earlier ones by their position. */
export function cursorPager(
  text: string,
  { form, query, nextCursor }: CursorPage,
  pathOf: (parameters: URLSearchParams) => string,
): Html {
  const { start, limit } = query;
  const pathAt = (at: number, after = ''): string =>
    pathOf(dataParameters(query, form, { start: at > 0 ? String(at) : '', after }));
  return pageLinks(text, {
    previous: start > 0 && pathAt(start - limit),
    next: nextCursor !== undefined && pathAt(start + limit, writeCursor(nextCursor)),
  });
}
