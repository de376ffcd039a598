import type { PipeTransform } from '@nestjs/common';
import type { PageWindow } from '../../domain/page';
import type { AskedPage } from './present-page';

/** What a request says about the page that it asks for. */
export interface PageQuestion {
  readonly query: Readonly<Record<string, unknown>>;
  readonly url: URL;
}

/** A query parameter that says where in a list a page lies, for the description of the API. */
export interface PageParameter {
  readonly name: string;
  readonly type: 'integer' | 'string';
  readonly description: string;
  readonly example?: string | number;
}

/** Reads the window of a list out of the query. Lists that differ in how they do it have a pipe of their own. */
export abstract class PageWindowPipe<Window extends PageWindow> implements PipeTransform<
  PageQuestion,
  AskedPage<Window>
> {
  transform({ query, url }: PageQuestion): AskedPage<Window> {
    return { window: this.read(query), url };
  }

  protected abstract read(query: Readonly<Record<string, unknown>>): Window;
}

/** Of a class of pipes: what it reads. */
export interface DescribesPage {
  readonly parameters: readonly PageParameter[];
}

export const START: PageParameter = {
  name: 'start',
  type: 'integer',
  description: 'Items before the page.',
  example: 0,
};
export const OFFSET: PageParameter = {
  name: 'offset',
  type: 'integer',
  description: 'Older name of `start`, used when that is absent.',
};

const DEFAULT_LIMIT = 100;
const MOST = 1000;

/**
 * `limit` and `start` (or `offset`, its older name), else `page` and `page_size`. What makes no sense counts as absent,
 * a size of pages with a page that makes none, and too large a page is cut (contract-assets 0.2).
 */
export class ListWindowPipe extends PageWindowPipe<PageWindow> {
  static readonly parameters: readonly PageParameter[] = [
    {
      name: 'limit',
      type: 'integer',
      description: `Items on the page; ${MOST} at most, ${DEFAULT_LIMIT} when absent.`,
      example: DEFAULT_LIMIT,
    },
    START,
    OFFSET,
    {
      name: 'page',
      type: 'integer',
      description: 'Number of the page, from 1, used when `start` and `offset` are absent.',
    },
    { name: 'page_size', type: 'integer', description: 'Items on the page, used when `limit` is absent.' },
  ];

  protected read(query: Readonly<Record<string, unknown>>): PageWindow {
    const page = query['page'] === undefined ? 1 : positive(query['page']);
    const pageSize = page === undefined ? undefined : positive(query['page_size']);
    const limit = Math.min(positive(query['limit']) ?? pageSize ?? DEFAULT_LIMIT, MOST);
    if (query['start'] !== undefined) return { limit, start: positive(query['start']) ?? 0 };
    if (query['offset'] !== undefined) return { limit, start: positive(query['offset']) ?? 0 };
    return { limit, start: ((page ?? 1) - 1) * limit };
  }
}

/** Pages beyond it are as empty as the one there. */
const FARTHEST = 1e15;

/** Blanks around a number, and a plus, which is a blank in a URL, count for nothing. */
function positive(value: unknown): number | undefined {
  const digits = typeof value === 'string' ? /^\s*\+?([0-9]+)\s*$/.exec(value)?.[1] : undefined;
  return Number(digits) > 0 ? Math.min(Number(digits), FARTHEST) : undefined;
}
