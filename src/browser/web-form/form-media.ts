import { pageHeaders } from './send';

const NOT_FOUND = 404;

/** Media files of a form, by name, from its OpenRosa manifest. */
export class FormMedia {
  private paths: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(
    private readonly manifest: string,
    /** XML of the last submission from this browser; undefined if there is none. */
    private readonly lastSaved: () => string | undefined,
    private readonly read: (path: string) => Promise<Response> = (path) =>
      fetch(path, { headers: pageHeaders() }),
  ) {}

  /** @param resource such as `jr://images/well.png` */
  readonly fetch = async (resource: URL): Promise<Response> => {
    if (resource.pathname.endsWith('/last-saved')) return xmlResponse(this.lastSaved());
    const name = decodeURIComponent(resource.pathname.split('/').at(-1)!);
    const path = (await (this.paths ??= this.load())).get(name);
    if (path === undefined) return new Response(null, { status: NOT_FOUND });
    // A file at another host is refused by the policy of the page.
    return this.read(path).catch(() => new Response(null, { status: NOT_FOUND }));
  };

  private async load(): Promise<ReadonlyMap<string, string>> {
    const response = await this.read(this.manifest);
    if (!response.ok) return new Map();
    const xml = new DOMParser().parseFromString(await response.text(), 'text/xml');
    return new Map(
      [...xml.querySelectorAll('mediaFile')].map((file) => [
        file.querySelector('filename')?.textContent ?? '',
        new URL(file.querySelector('downloadUrl')?.textContent ?? '', location.origin).pathname,
      ]),
    );
  }
}

function xmlResponse(xml: string | undefined): Response {
  if (xml === undefined) return new Response(null, { status: NOT_FOUND });
  return new Response(xml, { headers: { 'Content-Type': 'text/xml' } });
}
