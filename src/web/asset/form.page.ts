import type { RenderedForm } from '../../modules/asset/asset-form.service';
import { html } from '../page/html';
import { presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

/** The form as a table of text, as forms are written in tickets and tests (contract-assets 2.8). */
export function presentTablePage(visitor: Visitor, form: RenderedForm) {
  return presentFormPage(visitor, form, 'the questions of the form, sheet by sheet');
}

/** The XForm, for whoever wants to read it. */
export function presentXFormPage(visitor: Visitor, form: RenderedForm) {
  return presentFormPage(visitor, form, 'the form as collector apps understand it');
}

function presentFormPage(visitor: Visitor, { uid, name, rendering }: RenderedForm, what: string) {
  const title = name === '' ? uid : name;
  const body = html`<div class="sheet">
    <h1>${title}</h1>
    <p class="soft">These are ${what}.</p>
    <pre class="source" tabindex="0" id="source">${Buffer.from(rendering).toString()}</pre>
    <p class="hint" id="said" role="status"></p>
    <div class="buttons">
      <button type="button" data-copy="source" data-says="said" hidden>Copy</button>
      <a class="button quiet" href="/api/v2/assets/${uid}.xls">Download as a workbook</a>
      <a class="button quiet" href="/api/v2/assets/${uid}.xml">Download as an XForm</a>
    </div>
  </div>`;
  return presentHtmlPage(visitor, { title, body });
}
