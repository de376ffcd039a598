/** Changes to the XForm before the engine reads it. */

const XFORMS = 'http://www.w3.org/2002/xforms';
const XHTML = 'http://www.w3.org/1999/xhtml';
/** Address of the last submission in XForms, which the engine leaves empty. */
const LAST_SAVED = 'jr://instance/last-saved';
/** Address under which the engine asks for it like for any other file. */
export const LAST_SAVED_FILE = 'jr://file/last-saved';
/** A query parameter with a default answer: `d[/form/group/question]`. */
const PREFILL = /^d\[(\/[^\]]+)\]$/;

export class FormXml {
  private readonly document: Document;

  constructor(xml: string) {
    this.document = new DOMParser().parseFromString(xml, 'text/xml');
    for (const instance of this.instancesFrom(LAST_SAVED)) instance.setAttribute('src', LAST_SAVED_FILE);
  }

  get title(): string {
    return this.document.getElementsByTagNameNS(XHTML, 'title')[0]?.textContent ?? '';
  }

  get usesLastSaved(): boolean {
    return this.instancesFrom(LAST_SAVED_FILE).length > 0;
  }

  /** Sets default answers from a query; ignores paths of groups, of metadata, and those that are not in the form. */
  prefill(query: URLSearchParams): this {
    for (const [name, value] of query) {
      const path = PREFILL.exec(name)?.[1];
      const node = path === undefined ? undefined : this.find(path.split('/').slice(2));
      if (node !== undefined && node.children.length === 0) node.textContent = value;
    }
    return this;
  }

  /** Makes every question read-only. */
  lock(): this {
    for (const bind of this.document.getElementsByTagNameNS(XFORMS, 'bind'))
      bind.setAttribute('readonly', 'true()');
    return this;
  }

  toString(): string {
    return new XMLSerializer().serializeToString(this.document);
  }

  private instancesFrom(src: string): Element[] {
    return [...this.document.getElementsByTagNameNS(XFORMS, 'instance')].filter(
      (instance) => instance.getAttribute('src') === src,
    );
  }

  /** @param names below the root element, whose own name varies by client */
  private find(names: readonly string[]): Element | undefined {
    if (names.length === 0 || names[0] === 'meta') return undefined;
    let node = this.document.getElementsByTagNameNS(XFORMS, 'instance')[0]?.firstElementChild ?? undefined;
    for (const name of names) node = [...(node?.children ?? [])].find(({ localName }) => localName === name);
    return node;
  }
}
