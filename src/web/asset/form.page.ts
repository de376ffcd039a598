import type { RenderedForm } from '../../modules/asset/asset-form.service';
import type { ReadableSnapshot } from '../../modules/snapshot/snapshot.service';
import { html, type Html } from '../page/html';
import { presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

const AS_TABLE = 'the form as a table of its sheets';
const AS_XFORM = 'the form as collector apps understand it';

/** The form as a table of text, as forms are written in tickets and tests (contract-assets 2.8). */
export function presentTablePage(visitor: Visitor, form: RenderedForm) {
  return presentFormPage(visitor, form, AS_TABLE);
}

/** The XForm, for whoever wants to read it. */
export function presentXFormPage(visitor: Visitor, form: RenderedForm) {
  return presentFormPage(visitor, form, AS_XFORM);
}

/** The XForm of a snapshot. */
export function presentSnapshotPage(visitor: Visitor, { uid, name, xml }: ReadableSnapshot) {
  const links = html`<a class="button quiet" href="/api/v2/asset_snapshots/${uid}.xml"
    >Download as an XForm</a
  >`;
  return presentSource(visitor, { title: name === '' ? uid : name, what: AS_XFORM, source: xml, links });
}

function presentFormPage(visitor: Visitor, { uid, name, rendering }: RenderedForm, what: string) {
  const links = html`<a class="button quiet" href="/api/v2/assets/${uid}.xls">Download as a workbook</a>
    <a class="button quiet" href="/api/v2/assets/${uid}.xml">Download as an XForm</a>`;
  return presentSource(visitor, { title: name === '' ? uid : name, what, source: rendering, links });
}

interface ShownSource {
  readonly title: string;
  readonly what: string;
  readonly source: Uint8Array;
  readonly links: Html;
}

function presentSource(visitor: Visitor, { title, what, source, links }: ShownSource) {
  const body = html`<div class="sheet">
    <h1>${title}</h1>
    <p class="soft">This is ${what}.</p>
    <pre class="source" tabindex="0" id="source">${Buffer.from(source).toString()}</pre>
    <p class="hint" id="said" role="status"></p>
    <div class="buttons">
      <button type="button" data-copy="source" data-says="said" hidden>Copy</button>
      ${links}
    </div>
  </div>`;
  return presentHtmlPage(visitor, { title, body });
}
