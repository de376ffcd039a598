import { addSearchedChoices } from './search-choices';
import { pathBelowRoot, pathOf } from './untouched-answers';

/** Changes to the XForm before the engine reads it. */

const XFORMS = 'http://www.w3.org/2002/xforms';
const OPENROSA = 'http://openrosa.org/xforms';
const XHTML = 'http://www.w3.org/1999/xhtml';
/** Address of the last submission in XForms, which the engine leaves empty. */
const LAST_SAVED = 'jr://instance/last-saved';
/** Address under which the engine asks for it like for any other file. */
export const LAST_SAVED_FILE = 'jr://file/last-saved';
/** A query parameter with a default answer: `d[/form/group/question]`. */
const PREFILL = /^d\[(\/[^\]]+)\]$/;
const CONTROLS = new Set('input secret select select1 rank range trigger upload'.split(' '));

/** Appearance of a form, from the class of its body: the column `style` of its settings. */
export interface FormStyle {
  readonly isPaged: boolean;
  readonly isGrid: boolean;
  readonly hasOneLanguage: boolean;
}

/** A submission that is only viewed is seen as a whole. */
export function asOnePage(style: FormStyle | undefined): FormStyle | undefined {
  return style && { ...style, isPaged: false };
}

/**
 * Returns the XML of a submission with its metadata in the namespace of its other answers, in one element `meta`: the engine
 * finds it only there, and collectors write it in OpenRosa's, with any prefix.
 */
export function withMetaOfForm(xml: string): string {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const root = document.documentElement;
  const metas = [...root.children].filter((child) => isMeta(child, root));
  const elements = metas.flatMap((meta) => [meta, ...meta.children]);
  if (metas.length <= 1 && elements.every(({ namespaceURI }) => namespaceURI === root.namespaceURI))
    return xml;
  const meta = document.createElementNS(root.namespaceURI, 'meta');
  for (const child of metas.flatMap((each) => [...each.children])) {
    const copy = document.createElementNS(root.namespaceURI, child.localName);
    for (const { namespaceURI, name, value } of child.attributes)
      if (!name.startsWith('xmlns')) copy.setAttributeNS(namespaceURI, name, value);
    copy.append(...child.childNodes);
    meta.append(copy);
  }
  metas[0]!.before(meta);
  for (const each of metas) each.remove();
  return new XMLSerializer().serializeToString(document);
}

/** Returns the XML of an edit that was not sent as the submission that it edits: the engine names it anew. */
export function asBeforeEdit(xml: string): string {
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  const [instanceId, deprecatedId] = ['instanceID', 'deprecatedID'].map(
    (name) => document.getElementsByTagNameNS('*', name)[0],
  );
  if (instanceId === undefined || deprecatedId === undefined) return xml;
  instanceId.textContent = deprecatedId.textContent;
  deprecatedId.remove();
  return new XMLSerializer().serializeToString(document);
}

function isMeta({ localName, namespaceURI }: Element, root: Element): boolean {
  return localName === 'meta' && [OPENROSA, XFORMS, root.namespaceURI].includes(namespaceURI);
}

export class FormXml {
  private readonly document: Document;

  constructor(xml: string) {
    this.document = new DOMParser().parseFromString(xml, 'text/xml');
    for (const instance of this.instancesFrom(LAST_SAVED)) instance.setAttribute('src', LAST_SAVED_FILE);
    this.relaxUnseen();
    this.removeEmptyGroups();
    addSearchedChoices(this.document);
    // The engine would write the address of the file into the label.
    for (const value of [...this.document.getElementsByTagNameNS(XFORMS, 'value')])
      if (value.getAttribute('form') === 'big-image') value.remove();
  }

  get title(): string {
    return this.document.getElementsByTagNameNS(XHTML, 'title')[0]?.textContent ?? '';
  }

  /** Layouts of the form, and whether there is a choice of languages. */
  get style(): FormStyle {
    const classes = this.document.getElementsByTagNameNS(XHTML, 'body')[0]?.getAttribute('class') ?? '';
    const tokens = classes.split(/\s+/);
    return {
      isPaged: tokens.includes('pages'),
      isGrid: tokens.includes('theme-grid'),
      hasOneLanguage: this.document.getElementsByTagNameNS(XFORMS, 'translation').length < 2,
    };
  }

  /** Paths of questions that the form computes, below the root. */
  get calculatedPaths(): ReadonlySet<string> {
    const binds = [...this.document.getElementsByTagNameNS(XFORMS, 'bind')];
    const computed = binds.filter((bind) => bind.hasAttribute('calculate'));
    return new Set(computed.map((bind) => pathBelowRoot(bind.getAttribute('nodeset') ?? '')));
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

  /**
   * Requires no file that a stored submission names and the service does not have: it may arrive yet.
   * @param names of the files that the service has
   */
  acceptMissingFiles(stored: string, names: readonly string[]): this {
    const elements = [...new DOMParser().parseFromString(stored, 'text/xml').getElementsByTagName('*')];
    const missing = new Set(
      elements
        .filter(({ childElementCount, textContent }) => childElementCount === 0 && textContent !== '')
        .filter(({ textContent }) => !names.includes(textContent ?? ''))
        .map(pathOf),
    );
    const uploads = [...this.document.getElementsByTagNameNS(XFORMS, 'upload')];
    const files = new Set(uploads.map((upload) => upload.getAttribute('ref')));
    for (const bind of this.document.getElementsByTagNameNS(XFORMS, 'bind')) {
      const path = bind.getAttribute('nodeset');
      if (files.has(path) && missing.has(pathBelowRoot(path ?? ''))) bind.removeAttribute('required');
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

  /** JavaRosa asks for answers of questions only; the engine would stop at a required calculation that is empty. */
  private relaxUnseen(): void {
    const body = this.document.getElementsByTagNameNS(XHTML, 'body')[0];
    const seen = new Set(
      [...(body?.getElementsByTagName('*') ?? [])]
        .filter(({ localName }) => CONTROLS.has(localName))
        .map((control) => control.getAttribute('ref')),
    );
    for (const bind of this.document.getElementsByTagNameNS(XFORMS, 'bind')) {
      if (seen.has(bind.getAttribute('nodeset'))) continue;
      bind.removeAttribute('required');
      bind.removeAttribute('constraint');
    }
  }

  /** The engine takes a group without anything in it for an answer, and stops at its place in the form. */
  private removeEmptyGroups(): void {
    const body = this.document.getElementsByTagNameNS(XHTML, 'body')[0];
    for (const group of [...(body?.getElementsByTagNameNS(XFORMS, 'group') ?? [])]) {
      const path = group.getAttribute('ref');
      const node = path === null ? undefined : this.find(path.split('/').slice(2));
      if (node?.children.length === 0) group.remove();
    }
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
