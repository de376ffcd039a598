import type { SavedReport } from '../../domain/report/saved-report';
import { t } from '../../language/message';
import { confirmButton, emptyState, errorNotice } from '../page/components';
import { formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';
import { type Project, presentProjectPage, projectPath } from '../project/project-head';
import { type ReportPage, reportQuery } from './report-address';

/** Saved reports, a link to share this one, and a form to save it. */
export function savedSection(visitor: Visitor, project: Project, { report, view, saved }: ReportPage): Html {
  const query = reportQuery(report.options.selected, view);
  const mayChange = project.held.has('change_asset') && visitor.actor.kind === 'user';
  return html`<details class="sheet saved-reports" ${saved.length > 0 && html` open`}>
    <summary>${t('Saved reports and sharing')}</summary>
    ${
      saved.length > 0 &&
      html`<ul>
        ${saved.map((each) => savedItem(visitor, project, each, mayChange))}
      </ul>`
    }
    <p>
      ${t('Address of this report, for people who may view submissions:')}
      <code id="report-address"
        >${visitor.origin}${projectPath(project.uid, `reports/${query === '' ? '' : `?${query}`}`)}</code
      >
      <button type="button" class="quiet" data-copy="report-address" data-status="report-copied" hidden>
        ${t('Copy link')}
      </button>
      <span id="report-copied" class="visually-hidden" role="status"></span>
    </p>
    ${mayChange && saveForm(visitor, project, { name: '', query }, undefined)}
  </details>`;
}

function savedItem(
  visitor: Visitor,
  { uid }: Project,
  { id, name, query }: SavedReport,
  mayChange: boolean,
): Html {
  return html`<li>
    <a href="${projectPath(uid, `reports/?${query}`)}" dir="auto">${name}</a>
    ${
      mayChange &&
      confirmButton(visitor, projectPath(uid, `reports/saved/${encodeURIComponent(id)}/delete/`), {
        label: t('Delete'),
        subject: name,
        consequence: t('The report is gone for everyone; the submissions stay.'),
      })
    }
  </li>`;
}

function saveForm(
  visitor: Visitor,
  { uid }: Project,
  { name, query }: Omit<SavedReport, 'id'>,
  errors: FormErrors | undefined,
): Html {
  return html`<form method="post" action="${projectPath(uid, 'reports/save/')}">
    ${csrfField(visitor)}<input type="hidden" name="query" value="${query}" />
    ${formField(
      {
        name: 'name',
        id: 'report-name',
        label: t('Save this report as'),
        value: name,
        autocomplete: 'off',
        hint: t('All who may view submissions see it. A report of the same name is replaced.'),
      },
      errors,
    )}
    <div class="buttons"><button class="quiet">${t('Save')}</button></div>
  </form>`;
}

/** The form again, with its errors: the report itself is not computed for it. */
export function presentUnsaved(
  visitor: Visitor,
  project: Project,
  report: Omit<SavedReport, 'id'>,
  errors: FormErrors,
) {
  return presentProjectPage(visitor, project, {
    tab: 'reports',
    errors,
    body: html`${formErrorMessage(errors)}
      <section class="sheet">${saveForm(visitor, project, report, errors)}</section>
      ${emptyState({
        title: t('The report was not saved'),
        text: t('Change the name and save it, or go back.'),
        actions: html`<a class="button quiet" href="${projectPath(project.uid, `reports/?${report.query}`)}"
          >${t('Back to the report')}</a
        >`,
      })}`,
  });
}

/** A report that names a question or version that the form has no longer, as a saved one may. */
export function presentInvalidReport(visitor: Visitor, project: Project, errors: FormErrors) {
  const isOutdated = Object.keys(errors.fields).length > 0;
  const body = html`${errorNotice(errors)}
    ${isOutdated && html`<p>${t('The form changed, or the address is wrong. Open the report to choose again.')}</p>`}
    <a class="button quiet" href="${projectPath(project.uid, 'reports/')}">${t('Back to the report')}</a>`;
  return presentProjectPage(visitor, project, { tab: 'reports', body, errors });
}
