import type { FormComparison } from '../../domain/form-history/form-comparison';
import type { FormOutline } from '../../domain/form-history/form-outline';
import { isMetadata } from '../../domain/form-history/version-schema';
import type { Page, PageWindow } from '../../domain/page';
import { minuteText } from '../../language/format';
import { type Text, t } from '../../language/message';
import type { VersionView } from '../../modules/asset/version.service';
import { badge, confirmButton, pager, recordTable, timeText } from '../page/components';
import { labelledSelect } from '../page/form-field';
import { html, type Html } from '../page/html';
import type { Visitor } from '../page/visitor';
import { changesSection } from './form-changes';
import { languageForm, outlineTable } from './form-outline';
import { type Project, presentProjectPage, projectPath } from './project-head';

export const versionsPath = (uid: string, below = ''): string => projectPath(uid, `form/versions/${below}`);

/** Number as people count: `3`, or `3.2` for the second draft since the third deployment. */
export function versionNumber({ deployments, drafts }: VersionView): string {
  return drafts === 0 ? String(deployments) : `${deployments}.${drafts}`;
}

export function versionBadge(project: Project, { uid, deployed }: VersionView): Html {
  if (uid === project.deployedVersionUid) return badge(t('Deployed'), 'good');
  return deployed ? badge(t('Deployed before')) : badge(t('Not deployed'));
}

export function presentVersions(visitor: Visitor, project: Project, page: Page<VersionView> & PageWindow) {
  const body = html`${backLink(project)}
  ${recordTable({
    caption: t('Versions'),
    columns: [t('Version'), t('Saved'), t('Status')],
    rows: page.items.map((version) => [
      html`<a href="${versionsPath(project.uid, `${version.uid}/`)}"
        >${t('Version {number}', { number: versionNumber(version) })}</a
      >`,
      timeText(version.dateModified),
      versionBadge(project, version),
    ]),
  })}
  ${pager(versionsPath(project.uid), {}, page)}`;
  return presentProjectPage(visitor, project, { tab: 'form', title: t('Versions of the form'), body });
}

export interface VersionPage {
  readonly project: Project;
  readonly version: VersionView;
  /** Versions to compare it with, newest first. */
  readonly versions: readonly VersionView[];
  /** Version that it is compared with; undefined: the current form. */
  readonly other: string | undefined;
  readonly comparison: FormComparison;
  readonly outline: FormOutline;
  readonly language: string | undefined;
}

/** A former version: its questions, what differs in another one, and a way back to it. */
export function presentVersion(visitor: Visitor, view: VersionPage) {
  const { project, version, comparison, outline, language, other } = view;
  const number = versionNumber(version);
  const isCurrent = version.uid === project.versionUid;
  const path = versionsPath(project.uid, `${version.uid}/`);
  const title = t('Version {number}', { number });
  const body = html`${backLink(project)}
    <section class="sheet" aria-labelledby="version">
      <h2 id="version">${title} ${versionBadge(project, version)}</h2>
      <p>
        ${t('Saved on {time}.', { time: minuteText(version.dateModified) })}
        ${isCurrent && t('This is the current form.')}
      </p>
      ${
        !isCurrent &&
        project.held.has('change_asset') &&
        html`<div class="buttons">
          ${confirmButton(visitor, `${path}restore/`, {
            label: t('Restore this version'),
            consequence: t(
              'It becomes a new version of the form. Collectors get it once you deploy it; submissions and newer versions stay.',
            ),
          })}
        </div>`
      }
    </section>
    ${compareForm(view, path)}
    ${changesSection(comparison, changesTitle(view), t('All questions are the same.'))}
    ${languageForm(path, outline.languages, language, { with: other })}
    ${outlineTable(outline.rows.filter(({ type }) => !isMetadata(type)))}`;
  return presentProjectPage(visitor, project, { tab: 'form', title, body });
}

function changesTitle({ other, versions }: VersionPage): Text {
  const chosen = versions.find(({ uid }) => uid === other);
  return chosen === undefined
    ? t('Changed in the current form')
    : t('Changed in version {number}', { number: versionNumber(chosen) });
}

function compareForm({ version, versions, other = '', language }: VersionPage, path: string): Html {
  const options = versions
    .filter(({ uid }) => uid !== version.uid)
    .map((each) => ({ value: each.uid, label: t('Version {number}', { number: versionNumber(each) }) }));
  if (options.length === 0) return html``;
  return html`<form class="inline" method="get" action="${path}">
    ${language !== undefined && html`<input type="hidden" name="language" value="${language}" />`}
    ${labelledSelect('with', t('Compare with'), [{ value: '', label: t('The current form') }, ...options], other)}
    <button class="quiet">${t('Compare')}</button>
  </form>`;
}

function backLink({ uid }: Project): Html {
  return html`<p><a href="${projectPath(uid, 'form/')}">${t('Back to the form')}</a></p>`;
}
