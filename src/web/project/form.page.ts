import type { FormComparison } from '../../domain/form-history/form-comparison';
import type { FormOutline, OutlineRow } from '../../domain/form-history/form-outline';
import { isMetadata } from '../../domain/form-history/version-schema';
import { type Text, t } from '../../language/message';
import type { VersionView } from '../../modules/asset/version.service';
import { doneNotice, needsScripts, postButton, timeText } from '../page/components';
import { formErrorMessage } from '../page/form-field';
import { warningText } from '../../language/form-problem';
import { type FormErrors, type FormOutcome, type Sent, textOf } from '../page/handle-form';
import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage, projectPath } from './project-head';
import type { UsedList } from '../../modules/entity/entity-list.service';
import type { FormListForecast } from '../../modules/entity/form-list.service';
import { changesSection } from './form-changes';
import { listNotes } from './form-lists';
import { languageForm, outlineTable } from './form-outline';
import { versionBadge, versionNumber, versionsPath } from './form-version.page';
import { uploadTexts, workbookForm } from './workbook-form';

interface FormView {
  readonly project: Project;
  readonly outline: FormOutline;
  /** Of the questions, as the visitor chose it. */
  readonly language: string | undefined;
  readonly warnings: readonly string[];
  /** Newest first. */
  readonly versions: readonly VersionView[];
  readonly versionCount: number;
  /** Undefined for a draft, and if the newest version is deployed. */
  readonly changes: FormComparison | undefined;
  /** That the deployed versions use. */
  readonly lists: readonly UsedList[];
  /** Effects of deploying the newest version on lists; none if it is deployed, or can not be. */
  readonly forecast: readonly FormListForecast[];
  readonly scripts: Html;
}

const done = () => ({
  created: t('The project was created. Preview its form, then deploy it to collect data.'),
  replaced: t('The form was replaced. Review what changed, then deploy it to collectors.'),
  deployed: t('The form was deployed: collectors get this version now.'),
  restored: t('The version was restored as a new one. Review what changed, then deploy it to collectors.'),
});

/** @param sent of the form that was refused */
export function presentForm(
  visitor: Visitor,
  view: FormView,
  { query, errors, sent }: FormOutcome & { readonly sent?: Sent },
) {
  const { project, outline, language } = view;
  const mayChange = project.held.has('change_asset');
  const asked = outline.rows.filter(({ type }) => !isMetadata(type));
  const recorded = outline.rows.filter(({ type }) => isMetadata(type));
  const count = asked.filter(({ kind }) => kind === 'question').length;
  const body = html`${doneNotice(query, done())} ${formErrorMessage(errors)}
    ${deployment(visitor, view, count, mayChange)}
    ${
      view.changes !== undefined &&
      changesSection(
        view.changes,
        t('Changes since the deployed version'),
        t('Questions are the same as in the deployed version; settings or notes of the form were changed.'),
      )
    }
    ${listNotes(view.lists, view.forecast)}
    <div class="columns aside">
      <div>
        ${warningList(view.warnings)}
        ${languageForm(projectPath(project.uid, 'form/'), outline.languages, language)} ${outlineTable(asked)}
        ${metadataList(recorded)}
      </div>
      <div>${versionList(view)} ${mayChange && replaceSection(visitor, project, { errors, sent })}</div>
    </div>`;
  return presentProjectPage(visitor, project, {
    tab: 'form',
    body,
    scripts: view.scripts,
    scriptTexts: uploadTexts(),
    usesFetch: true,
    errors,
  });
}

/** More are folded: the questions are what the page is about. */
const MAX_OPEN_WARNINGS = 5;

function warningList(warnings: readonly string[]): Html {
  if (warnings.length === 0) return html``;
  const text = t(
    '{count, plural, one {# warning: some of the form may not work as you expect} other {# warnings: some of the form may not work as you expect}}',
    { count: warnings.length },
  );
  return html`<details class="sheet" ${warnings.length <= MAX_OPEN_WARNINGS ? 'open' : ''}>
    <summary>${text}</summary>
    <ul class="ticks">
      ${warnings.map((warning) => html`<li dir="auto">${warningText(warning)}</li>`)}
    </ul>
  </details>`;
}

/** Questions that the device answers. */
function metadataList(questions: readonly OutlineRow[]): Html {
  if (questions.length === 0) return html``;
  return html`<section class="sheet" aria-labelledby="metadata">
    <h2 id="metadata">${t('Recorded by the device')}</h2>
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
      label: status === 'draft' ? t('Deploy') : t('Deploy this version'),
      fields: { version: versionUid ?? '' },
    });
  return html`<section class="sheet" aria-labelledby="state">
    <h2 id="state">${t('{count, plural, one {# question} other {# questions}}', { count })}</h2>
    <p>${stateText(status, isCurrent)}</p>
    <div class="buttons">
      ${deploy}
      ${mayChange && html`<a class="button quiet" href="${projectPath(uid, 'form/edit/')}">${t('Edit the form')}</a>`}
      <a class="button quiet" href="${projectPath(uid, 'form/preview/')}">${t('Preview as a web form')}</a>
      <a class="button quiet" href="/api/v2/assets/${uid}.xls">${t('Download as XLSForm')}</a>
      <a class="button quiet" href="/api/v2/assets/${uid}/xform/">XForm</a>
      ${visitor.actor.kind === 'user' && html`<a class="button quiet" href="/library/save/?project=${uid}">${t('Save to the library')}</a>`}
    </div>
    ${needsScripts(t('The preview needs JavaScript. The questions below are the same.'))}
  </section>`;
}

function stateText(status: Project['deployment'], isCurrent: boolean): Text {
  if (status === 'draft') return t('The form is a draft. Deploy it to collect data with it.');
  if (!isCurrent)
    return t('The form was changed since it was deployed. Collectors still get the deployed version.');
  return status === 'archived'
    ? t('This version is deployed, and the project is archived: it accepts no submissions.')
    : t('This version is deployed: collectors get it and submissions are accepted.');
}

function versionList({ project, versions, versionCount }: FormView): Html {
  return html`<section class="sheet" aria-labelledby="versions">
    <h2 id="versions">
      ${t('{count, plural, one {One version} other {# versions}}', { count: versionCount })}
    </h2>
    <ul class="plain">
      ${versions.map(
        (version) =>
          html`<li>
            <span
              ><a href="${versionsPath(project.uid, `${version.uid}/`)}"
                >${t('Version {number}', { number: versionNumber(version) })}</a
              ><br />${timeText(version.dateModified)}</span
            >
            ${versionBadge(project, version)}
          </li>`,
      )}
    </ul>
    ${
      versionCount > versions.length &&
      html`<p><a href="${versionsPath(project.uid)}">${t('All versions')}</a></p>`
    }
  </section>`;
}

function replaceSection(
  visitor: Visitor,
  { uid }: Project,
  { errors, sent }: { errors: FormErrors | undefined; sent: Sent | undefined },
): Html {
  return html`<section class="sheet" aria-labelledby="replace">
    <h2 id="replace">${t('Replace the form')}</h2>
    <p class="soft">
      ${t('Upload a corrected or extended XLSForm. It becomes a new version; collectors get it once you deploy it.')}
    </p>
    ${workbookForm(visitor, projectPath(uid, 'form/replace/'), { label: t('Upload'), errors, url: textOf(sent?.['url']) })}
  </section>`;
}
