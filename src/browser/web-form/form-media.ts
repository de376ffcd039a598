import type { WebFormPage } from '../../domain/web-form/web-form-page';
import { LAST_SAVED_FILE } from './form-xml';
import { pageHeaders } from './send';

/** Media file of a form. */
export interface MediaFile {
  readonly name: string;
  readonly path: string;
  /** Changes with the content; of a file at another host, with its URL. */
  readonly hash: string;
  /** Whether it is a list of entities that submissions add to at once. */
  readonly isEntityList: boolean;
}

/** True for a file at another host, which may change without its hash. */
export function isRemote({ hash }: MediaFile): boolean {
  return hash.endsWith('-url');
}

/** Files of an OpenRosa manifest. */
export function manifestFiles(manifest: string): MediaFile[] {
  const xml = new DOMParser().parseFromString(manifest, 'text/xml');
  return [...xml.querySelectorAll('mediaFile')].map((file) => {
    const read = (name: string): string => file.querySelector(name)?.textContent ?? '';
    return {
      name: read('filename'),
      // Pages ask this host only: it reads files at other hosts for them.
      path: `${new URL(read('downloadUrl'), location.origin).pathname}?redirect=false`,
      hash: read('hash'),
      isEntityList: file.getAttribute('type') === 'entityList',
    };
  });
}

const NOT_FOUND = 404;
/** Declaration and document type: the engine reads files as content of an element, where neither may be. */
const XML_PROLOG = /^\uFEFF?\s*(?:<\?[^>]*\?>\s*|<!DOCTYPE[^>]*>\s*)*/;

/** Media files of a form, by name, from the page and its OpenRosa manifest. */
export class FormMedia {
  private paths: Promise<ReadonlyMap<string, string>> | undefined;
  private readonly entityLists = new Set<string>();

  constructor(
    private readonly page: Pick<WebFormPage, 'manifest' | 'media'>,
    /** XML of the last submission from this browser; undefined if there is none. */
    private readonly lastSaved: () => string | undefined,
    /** Called with the name of each file that can't be loaded. */
    private readonly onMissing: (name: string) => void,
    private readonly read: (path: string) => Promise<Response> = (path) =>
      fetch(path, { headers: pageHeaders() }),
    /** Adds to the CSV of a list of entities what the service does not have yet. */
    private readonly addLocal?: (csv: string, dataset: string) => Promise<string>,
  ) {}

  /** @param resource such as `jr://images/well.png` */
  readonly fetch = async (resource: URL): Promise<Response> => {
    if (resource.href === LAST_SAVED_FILE) return xmlResponse(this.lastSaved());
    const name = decodeURIComponent(resource.pathname.split('/').at(-1)!);
    const path = (await (this.paths ??= this.load())).get(name);
    const response = path && (await this.read(path).catch(() => undefined));
    if (!response || !response.ok) {
      this.onMissing(name);
      return new Response(null, { status: NOT_FOUND });
    }
    if (this.addLocal !== undefined && this.entityLists.has(name)) {
      const csv = await this.addLocal(await response.text(), name.replace(/\.csv$/, ''));
      return new Response(csv, { headers: { 'Content-Type': 'text/csv' } });
    }
    return name.endsWith('.xml') ? xmlResponse((await response.text()).replace(XML_PROLOG, '')) : response;
  };

  private async load(): Promise<ReadonlyMap<string, string>> {
    const response = await this.read(this.page.manifest);
    const listed = response.ok ? manifestFiles(await response.text()) : [];
    for (const { name, isEntityList } of listed) if (isEntityList) this.entityLists.add(name);
    return new Map([...listed, ...(this.page.media ?? [])].map(({ name, path }) => [name, path]));
  }
}

function xmlResponse(xml: string | undefined): Response {
  if (xml === undefined) return new Response(null, { status: NOT_FOUND });
  return new Response(xml, { headers: { 'Content-Type': 'text/xml' } });
}
