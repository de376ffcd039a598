import type { PipeTransform } from '@nestjs/common';
import type { PageWindow } from '../../domain/page';
import type { PageRequest } from './present-page';

export interface PageQuery {
  readonly query: Readonly<Record<string, unknown>>;
  readonly url: URL;
}

export interface PageParameter {
  readonly name: string;
  readonly type: 'integer' | 'string';
  readonly description: string;
  readonly example?: string | number;
}

/** Reads the window of a list from the query; lists with other parameters have their own pipe. */
export abstract class PageWindowPipe<Window extends PageWindow> implements PipeTransform<
  PageQuery,
  PageRequest<Window>
> {
  transform({ query, url }: PageQuery): PageRequest<Window> {
    return { window: this.read(query), url };
  }

  protected abstract read(query: Readonly<Record<string, unknown>>): Window;
}

/** Static side of a pipe class: the parameters it reads. */
export interface PaginationParameters {
  readonly parameters: readonly PageParameter[];
}

export const START: PageParameter = {
  name: 'start',
  type: 'integer',
  description: 'Number of items to skip. Default: 0.',
  example: 0,
};
export const OFFSET: PageParameter = {
  name: 'offset',
  type: 'integer',
  description: 'Alias of `start`, which takes precedence.',
};

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

/**
 * Reads `limit` and `start` (or its alias `offset`), else `page` and `page_size`. Invalid values count as absent, and a
 * limit above the maximum is reduced to it (contract-assets 0.2).
 */
export class ListWindowPipe extends PageWindowPipe<PageWindow> {
  static readonly parameters: readonly PageParameter[] = [
    {
      name: 'limit',
      type: 'integer',
      description: `Page size. Default: ${DEFAULT_LIMIT}; larger values than ${MAX_LIMIT} are reduced to it.`,
      example: DEFAULT_LIMIT,
    },
    START,
    OFFSET,
    {
      name: 'page',
      type: 'integer',
      description: 'Page number. Default: 1; ignored with `start` or `offset`.',
    },
    { name: 'page_size', type: 'integer', description: 'Alias of `limit`, which takes precedence.' },
  ];

  protected read(query: Readonly<Record<string, unknown>>): PageWindow {
    const page = query['page'] === undefined ? 1 : parsePositive(query['page']);
    const pageSize = page === undefined ? undefined : parsePositive(query['page_size']);
    const limit = Math.min(parsePositive(query['limit']) ?? pageSize ?? DEFAULT_LIMIT, MAX_LIMIT);
    if (query['start'] !== undefined) return { limit, start: parsePositive(query['start']) ?? 0 };
    if (query['offset'] !== undefined) return { limit, start: parsePositive(query['offset']) ?? 0 };
    return { limit, start: ((page ?? 1) - 1) * limit };
  }
}

/** Clamps larger offsets, whose pages are just as empty. */
const MAX_START = 1e15;

/** Ignores surrounding blanks and a leading plus, which is a blank in a URL. */
function parsePositive(value: unknown): number | undefined {
  const digits = typeof value === 'string' ? /^\s*\+?([0-9]+)\s*$/.exec(value)?.[1] : undefined;
  return Number(digits) > 0 ? Math.min(Number(digits), MAX_START) : undefined;
}
