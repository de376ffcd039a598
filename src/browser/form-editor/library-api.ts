import { type FormApi, messageOf } from './api';
import type { FormContent } from './form-content';
import type { LibraryItem } from './library-items';

/** An item of the library in a list. */
export interface ListedItem {
  readonly uid: string;
  readonly name: string;
  readonly asset_type: string;
  readonly owner__username?: string;
  readonly summary?: { readonly row_count?: number; readonly labels?: readonly string[] };
}

export interface FoundItems {
  readonly items: readonly ListedItem[];
  /** Number of all, of which `items` may be the first. */
  readonly count: number;
}

const MAX_ITEMS = 50;
const ASSETS = '/api/v2/assets/';

/** The library by the API: questions and blocks that the person may see. */
export class LibraryApi {
  constructor(private readonly api: FormApi) {}

  /** @returns undefined while the service can't be reached */
  async find(searched: string, signal: AbortSignal): Promise<FoundItems | undefined> {
    const words = searched.replace(/["\\]/g, ' ').split(/\s+/).filter(Boolean);
    const q = ['(asset_type:question OR asset_type:block)', ...words.map((word) => `"${word}"`)].join(
      ' AND ',
    );
    const query = new URLSearchParams({ q, limit: String(MAX_ITEMS), ordering: 'name' });
    try {
      const response = await this.api.send('GET', `${ASSETS}?${query}`, { signal });
      if (!response.ok) return undefined;
      const { results, count } = (await response.json()) as { results: ListedItem[]; count: number };
      return { items: results, count };
    } catch {
      return undefined;
    }
  }

  /** Content of an item; undefined if it can't be read. */
  async load(uid: string): Promise<FormContent | undefined> {
    try {
      const response = await this.api.send('GET', `${ASSETS}${uid}/`);
      return response.ok ? ((await response.json()) as { content: FormContent }).content : undefined;
    } catch {
      return undefined;
    }
  }

  /** @returns why it was not saved; undefined if it was */
  async save({ assetType, name, content }: LibraryItem): Promise<string | undefined> {
    try {
      const response = await this.api.send('POST', ASSETS, {
        body: { asset_type: assetType, name, content },
      });
      return response.ok ? undefined : messageOf(await response.text());
    } catch {
      return '';
    }
  }
}
