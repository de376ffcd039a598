import type { RenderedForm } from '../../modules/asset/asset-form.service';
import type { SnapshotXForm } from '../../modules/snapshot/snapshot.service';
import { html, type Html } from '../page/html';
import { presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

const TABLE_DESCRIPTION = 'The sheets of the form as tables.';
const XFORM_DESCRIPTION = 'The XForm, as collector apps load it.';

/** The form as text tables (contract-assets 2.8). */
export function presentTablePage(visitor: Visitor, form: RenderedForm) {
  return presentFormPage(visitor, form, TABLE_DESCRIPTION);
}

export function presentXFormPage(visitor: Visitor, form: RenderedForm) {
  return presentFormPage(visitor, form, XFORM_DESCRIPTION);
}

export function presentSnapshotPage(visitor: Visitor, { uid, name, xml }: SnapshotXForm) {
  const links = html`<a class="button quiet" href="/api/v2/asset_snapshots/${uid}.xml">Download as XForm</a>`;
  return presentSource(visitor, {
    title: name === '' ? uid : name,
    description: XFORM_DESCRIPTION,
    source: xml,
    links,
  });
}

function presentFormPage(visitor: Visitor, { uid, name, rendering }: RenderedForm, description: string) {
  const links = html`<a class="button quiet" href="/api/v2/assets/${uid}.xls">Download as XLSForm</a>
    <a class="button quiet" href="/api/v2/assets/${uid}.xml">Download as XForm</a>`;
  return presentSource(visitor, { title: name === '' ? uid : name, description, source: rendering, links });
}

interface SourceView {
  readonly title: string;
  readonly description: string;
  readonly source: Uint8Array;
  readonly links: Html;
}

function presentSource(visitor: Visitor, { title, description, source, links }: SourceView) {
  const body = html`<div class="sheet">
    <h1>${title}</h1>
    <p class="soft">${description}</p>
    <pre class="source" tabindex="0" id="source">${Buffer.from(source).toString()}</pre>
    <p class="hint" id="copy-status" role="status"></p>
    <div class="buttons">
      <button type="button" data-copy="source" data-status="copy-status" hidden>Copy</button>
      ${links}
    </div>
  </div>`;
  return presentHtmlPage(visitor, { title, body });
}
