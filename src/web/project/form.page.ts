import {
  type ChangedQuestion,
  consequenceOf,
  type FormComparison,
  type Question,
} from '../../domain/form-history/form-comparison';
import type { OutlineRow } from '../../domain/form-history/form-outline';
import { isMetadata } from '../../domain/form-history/version-schema';
import type { VersionView } from '../../modules/asset/version.service';
import { badge, doneNotice, needsScripts, notice, postButton, timeText } from '../page/components';
import { formErrorMessage } from '../page/form-field';
import { type FormErrors, type FormOutcome, type Sent, textOf } from '../page/handle-form';
import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage, projectPath } from './project-head';
import { outlineTable } from './form-outline';
import { workbookForm } from './workbook-form';

interface FormView {
  readonly project: Project;
  readonly rows: readonly OutlineRow[];
  readonly warnings: readonly string[];
  /** Newest first. */
  readonly versions: readonly VersionView[];
  readonly versionCount: number;
  /** Undefined for a draft, and if the newest version is deployed. */
  readonly changes: FormComparison | undefined;
  readonly scripts: Html;
}

const DONE = {
  created: 'The project was created. Preview its form, then deploy it to collect data.',
  replaced: 'The form was replaced. Review what changed, then deploy it to collectors.',
  deployed: 'The form was deployed: collectors get this version now.',
};

/** @param sent of the form that was refused */
export function presentForm(
  visitor: Visitor,
  view: FormView,
  { query, errors, sent }: FormOutcome & { readonly sent?: Sent },
) {
  const { project } = view;
  const mayChange = project.held.has('change_asset');
  const asked = view.rows.filter(({ type }) => !isMetadata(type));
  const recorded = view.rows.filter(({ type }) => isMetadata(type));
  const count = asked.filter(({ kind }) => kind === 'question').length;
  const body = html`${doneNotice(query, DONE)} ${formErrorMessage(errors)}
    ${deployment(visitor, view, count, mayChange)}
    ${view.changes !== undefined && changesSection(view.changes)}
    <div class="columns aside">
      <div>${warningList(view.warnings)} ${outlineTable(asked)} ${metadataList(recorded)}</div>
      <div>${versionList(view)} ${mayChange && replaceSection(visitor, project, { errors, sent })}</div>
    </div>`;
  return presentProjectPage(visitor, project, {
    tab: 'form',
    body,
    scripts: view.scripts,
    usesFetch: true,
    errors,
  });
}

/** More are folded: the questions are what the page is about. */
const MAX_OPEN_WARNINGS = 5;

function warningList(warnings: readonly string[]): Html {
  if (warnings.length === 0) return html``;
  const [count, things] = [warnings.length, warnings.length === 1 ? 'warning' : 'warnings'];
  return html`<details class="sheet" ${warnings.length <= MAX_OPEN_WARNINGS ? 'open' : ''}>
    <summary>${count} ${things}: some of the form may not work as you expect</summary>
    <ul class="ticks">
      ${warnings.map((warning) => html`<li dir="auto">${warning}</li>`)}
    </ul>
  </details>`;
}

/** Questions that the device answers. */
function metadataList(questions: readonly OutlineRow[]): Html {
  if (questions.length === 0) return html``;
  return html`<section class="sheet" aria-labelledby="metadata">
    <h2 id="metadata">Recorded by the device</h2>
    <p>
      ${questions.map(
        ({ path, type }, index) =>
          html`${index > 0 && ', '}<code>${path}</code>${path !== type && html` (${type})`}`,
      )}
    </p>
  </section>`;
}

function deployment(
  visitor: Visitor,
  { project, changes }: FormView,
  count: number,
  mayChange: boolean,
): Html {
  const { uid, versionUid, deployment: status } = project;
  const isCurrent = status !== 'draft' && changes === undefined;
  const deploy =
    mayChange &&
    !isCurrent &&
    postButton(visitor, projectPath(uid, 'deploy/'), {
      label: status === 'draft' ? 'Deploy' : 'Deploy this version',
      fields: { version: versionUid ?? '' },
    });
  return html`<section class="sheet" aria-labelledby="state">
    <h2 id="state">${count} ${count === 1 ? 'question' : 'questions'}</h2>
    <p>${stateText(status, isCurrent)}</p>
    <div class="buttons">
      ${deploy}
      <a class="button quiet" href="${projectPath(uid, 'form/preview/')}">Preview as a web form</a>
      <a class="button quiet" href="/api/v2/assets/${uid}.xls">Download as XLSForm</a>
      <a class="button quiet" href="/api/v2/assets/${uid}/xform/">XForm</a>
    </div>
    ${needsScripts('The preview needs JavaScript. The questions below are the same.')}
  </section>`;
}

function stateText(status: Project['deployment'], isCurrent: boolean): string {
  if (status === 'draft') return 'The form is a draft. Deploy it to collect data with it.';
  if (!isCurrent)
    return 'The form was changed since it was deployed. Collectors still get the deployed version.';
  return status === 'archived'
    ? 'This version is deployed, and the project is archived: it accepts no submissions.'
    : 'This version is deployed: collectors get it and submissions are accepted.';
}

function changesSection({ added, removed, changed }: FormComparison): Html {
  if (added.length + removed.length + changed.length === 0) {
    return html`${notice('Questions are the same as in the deployed version; settings or notes of the form were changed.')}`;
  }
  return html`<section class="sheet" aria-labelledby="changes">
    <h2 id="changes">Changes since the deployed version</h2>
    <ul class="plain">
      ${added.map((question) => changeItem(question, badge('added', 'good'), [{ what: 'added' }]))}
      ${removed.map((question) => changeItem(question, badge('removed', 'bad'), [{ what: 'removed' }]))}
      ${changed.map((question) => changeItem(question, badge('changed', 'caution'), question.differences))}
    </ul>
  </section>`;
}

type Change = Parameters<typeof consequenceOf>[0];

function changeItem(
  { label, path }: Question | ChangedQuestion,
  mark: Html,
  changes: readonly Change[],
): Html {
  return html`<li>
    <div>
      ${mark} <strong dir="auto">${label}</strong> <code>${path}</code>
      ${changes.map((change) => html`<p class="hint">${differenceText(change)} ${consequenceOf(change)}</p>`)}
    </div>
  </li>`;
}

function differenceText(difference: Change): Html | undefined {
  switch (difference.what) {
    case 'added':
    case 'removed':
      return undefined;
    case 'path':
      return html`Moved or renamed from <code>${difference.from}</code>.`;
    case 'repeat':
      return html`Moved into or out of a repeat, from <code>${difference.from}</code>.`;
    case 'type':
      return html`Type changed from <code>${difference.from}</code> to <code>${difference.to}</code>.`;
    case 'choices-added':
      return html`Choices added: ${codes(difference.names)}.`;
    case 'choices-removed':
      return html`Choices removed: ${codes(difference.names)}.`;
    case 'logic':
      return html`Changed: ${codes(difference.columns)}.`;
    case 'texts':
      return html`Texts changed.`;
  }
}

const MAX_NAMES = 20;

function codes(names: readonly string[]): Html {
  const shown = names
    .slice(0, MAX_NAMES)
    .map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`);
  return html`${shown}${names.length > MAX_NAMES && html` and ${names.length - MAX_NAMES} more`}`;
}

function versionList({ project, versions, versionCount }: FormView): Html {
  return html`<section class="sheet" aria-labelledby="versions">
    <h2 id="versions">${versionCount === 1 ? 'One version' : html`${versionCount} versions`}</h2>
    <ul class="plain">
      ${versions.map(
        ({ uid, dateModified, deployed }) =>
          html`<li>
            <span>${timeText(dateModified)}</span>
            ${versionBadge(project, uid, deployed)}
          </li>`,
      )}
    </ul>
    ${versionCount > versions.length && html`<p class="hint">Older versions are in the <a href="/api/v2/assets/${project.uid}/versions/">API</a>.</p>`}
  </section>`;
}

function versionBadge(project: Project, uid: string, deployed: boolean): Html {
  if (uid === project.deployedVersionUid) return badge('Deployed', 'good');
  return deployed ? badge('Deployed before') : badge('Not deployed');
}

function replaceSection(
  visitor: Visitor,
  { uid }: Project,
  { errors, sent }: { errors: FormErrors | undefined; sent: Sent | undefined },
): Html {
  return html`<section class="sheet" aria-labelledby="replace">
    <h2 id="replace">Replace the form</h2>
    <p class="soft">
      Upload a corrected or extended XLSForm. It becomes a new version; collectors get it once you deploy it.
    </p>
    ${workbookForm(visitor, projectPath(uid, 'form/replace/'), { label: 'Upload', errors, url: textOf(sent?.['url']) })}
  </section>`;
}
