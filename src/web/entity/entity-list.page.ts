import { excerpt } from '../../domain/text/excerpt';
import type { Page, PageWindow } from '../../domain/page';
import { valueOf } from '../../domain/entity/entity-change';
import type { ListRow } from '../../modules/entity/entity-list.service';
import type { StoredEntityRow } from '../../modules/entity/entity.service';
import { countText } from '../../language/format';
import { type Text, t } from '../../language/message';
import {
  badge,
  confirmButton,
  doneNotice,
  emptyState,
  errorNotice,
  figure,
  pager,
  recordTable,
  timeText,
} from '../page/components';
import { choiceField, labelledSelect } from '../page/form-field';
import { type FormErrors, lineOf, readStart, type Sent, textOf } from '../page/handle-form';
import { html, type Html, type HtmlValue, richText } from '../page/html';
import { listExample } from './list-example';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';

export const LISTS_PATH = '/library/lists/';

export function listsPurpose(): Text {
  return t(
    'People register something in one form, such as a household, and choose it from the list in another.',
  );
}

export function listPath(uid: string, below = ''): string {
  return `${LISTS_PATH}${uid}/${below}`;
}

/** Columns of properties; longer lists show all in the file and on the page of an entry. */
const MAX_COLUMNS = 6;
const MAX_SHOWN_COUNT = 10_000_000;

export function presentLists(
  visitor: Visitor,
  { count, items }: Page<ListRow>,
  window: PageWindow,
  sent: Sent,
) {
  const rows = items.map((list) => [
    html`<a class="name" dir="auto" href="${listPath(list.uid)}">${list.name}</a>`,
    countText(list.entities),
    list.ownerUsername,
    projectsOf(list),
    timeText(list.dateModified),
  ]);
  const columns = [t('List'), figure(t('Entries')), t('Owner'), t('Projects'), t('Last change')];
  const body = html`<p class="soft">${listsPurpose()}</p>
    ${doneNotice(sent, { deleted: t('The list was deleted.') })}
    ${
      items.length === 0
        ? emptyState({
            title: t('No lists'),
            text: t('Deploying a form with a sheet named entities makes a list.'),
            actions: html`<a class="button" href="/projects/">${t('Projects')}</a>`,
          })
        : recordTable({ caption: t('Lists'), columns, rows })
    }
    ${pager(LISTS_PATH, {}, { ...window, count })} ${listExample(items.length === 0)}`;
  const title = t('Lists that grow in the field');
  const head = { title, label: title, trail: [libraryCrumb()] };
  return presentHtmlPage(visitor, { title, section: 'library', head, body });
}

/** Links of the pages above the one of a list. */
export const listTrail = () => [
  libraryCrumb(),
  { path: LISTS_PATH, name: t('Lists that grow in the field') },
];

const libraryCrumb = () => ({ path: '/library/', name: t('Library') });

function projectsOf({ uses }: ListRow, withProblems = false): Html {
  return html`${uses.map(
    ({ assetUid, assetName, declares, reads }) =>
      html`<p>
        <a dir="auto" href="/projects/${assetUid}/">${assetName}</a>
        <span class="hint">${useText(declares, reads)}</span>
        ${
          withProblems &&
          declares &&
          html`<br /><a href="/projects/${assetUid}/list-problems/"
              >${t('Submissions that did not reach the list')}</a
            >`
        }
      </p>`,
  )}`;
}

function useText(declares: boolean, reads: boolean): Text {
  if (!declares) return t('chooses from it');
  return reads ? t('chooses from it and changes it') : t('adds to it');
}

export interface ListQuery {
  readonly search: string;
  readonly onlyConflicts: boolean;
  readonly window: PageWindow;
}

const ENTRIES_PER_PAGE = 50;

/** Reads the filter of a list, which its map has too. */
export function readListQuery(sent: Sent): ListQuery {
  return {
    search: lineOf(sent, 'q', 500),
    onlyConflicts: sent['show'] === 'conflicts',
    window: { start: readStart(sent), limit: ENTRIES_PER_PAGE },
  };
}

export function listParameters({ search, onlyConflicts }: ListQuery): Record<string, string> {
  return { ...(search !== '' && { q: search }), ...(onlyConflicts && { show: 'conflicts' }) };
}

export function presentList(
  visitor: Visitor,
  list: ListRow,
  query: ListQuery,
  { page, sent, errors }: { page: Page<StoredEntityRow>; sent: Sent; errors?: FormErrors | undefined },
) {
  const path = listPath(list.uid);
  const parameters = listParameters(query);
  const mapQuery = new URLSearchParams(parameters).toString();
  const body = html`${errors?.message !== undefined && errorNotice(errors)}
    ${doneNotice(sent, {
      deleted: t('The entry was deleted.'),
      stored: storedText(sent),
      saved: t('Saved.'),
    })}
    ${projectsOf(list, true)}
    <div class="buttons">
      ${
        list.writes &&
        html`<a class="button quiet" href="${listPath(list.uid, 'upload/')}"
          >${t('Add or change entries from a spreadsheet')}</a
        >`
      }
      <a class="button quiet" href="${listPath(list.uid, 'map/')}${mapQuery === '' ? '' : `?${mapQuery}`}"
        >${t('Map')}</a
      >
      <a class="button quiet" href="/api/v2/entity-lists/${list.uid}/entities.csv?bom=true"
        >${t('Download as CSV')}</a
      >
    </div>
    <form class="search" method="get" action="${path}" role="search" aria-label="${t('Entries')}">
      <div>
        <label for="q">${t('Search')}</label>
        <input type="search" id="q" name="q" value="${query.search}" />
      </div>
      ${labelledSelect('show', t('Entries'), showOptions(), query.onlyConflicts ? 'conflicts' : '')}
      <button class="quiet">${t('Show')}</button>
    </form>
    ${page.items.length === 0 ? noEntries(query) : entryTable(list, page.items)}
    ${pager(path, parameters, { ...query.window, count: page.count })}
    ${list.owns && html`${approvalForm(visitor, list)} ${deletion(visitor, list)}`}`;
  return presentHtmlPage(visitor, {
    title: list.name,
    section: 'library',
    head: {
      title: list.name,
      trail: listTrail(),
      label: list.name,
    },
    body,
    errors,
  });
}

/** Numbers of the upload that led to the page. */
function storedText({ created, updated }: Sent): Text {
  const count = (value: unknown): number =>
    Math.min(Number(textOf(value).replace(/\D/g, '')), MAX_SHOWN_COUNT);
  return t(
    '{created, plural, one {# entry was added} other {# entries were added}}, {updated, plural, one {# was changed} other {# were changed}}.',
    { created: count(created), updated: count(updated) },
  );
}

const showOptions = () => [
  { value: '', label: t('All entries') },
  { value: 'conflicts', label: t('With conflicting changes') },
];

function noEntries({ search, onlyConflicts }: ListQuery): Html {
  return search === '' && !onlyConflicts
    ? emptyState({
        title: t('No entries yet'),
        text: t('Submissions of the forms above add entries to the list.'),
      })
    : emptyState({ title: t('Nothing found'), text: t('No entry of the list matches.') });
}

function entryTable({ uid, name, properties }: ListRow, entries: readonly StoredEntityRow[]): Html {
  const shown = properties.slice(0, MAX_COLUMNS);
  return recordTable({
    caption: name,
    columns: [t('Entry'), ...shown, t('Last change')],
    rows: entries.map(({ uuid, label, data, conflict, dateModified }): HtmlValue[] => [
      html`<a class="name" dir="auto" href="${listPath(uid, `entries/${uuid}/`)}">${excerpt(label)}</a>
        ${conflict !== null && badge(t('Conflicting changes'), 'caution')}`,
      ...shown.map((property) => {
        const value = valueOf(data, property);
        return value === '' ? '' : html`<span dir="auto">${excerpt(value)}</span>`;
      }),
      timeText(dateModified),
    ]),
  });
}

function approvalForm(visitor: Visitor, { uid, approvalRequired }: ListRow): Html {
  return html`<section aria-labelledby="approval">
    <h2 id="approval">${t('New entries')}</h2>
    <form class="sheet" method="post" action="${listPath(uid, 'approval/')}">
      ${csrfField(visitor)}
      ${choiceField('checkbox', {
        name: 'approval',
        value: 'yes',
        label: t('Add them only once their submission is approved'),
        checked: approvalRequired,
      })}
      ${
        approvalRequired &&
        choiceField('checkbox', {
          name: 'create_waiting',
          value: 'yes',
          label: t('If not: add those that wait for approval now'),
          checked: false,
        })
      }
      <div class="buttons"><button class="quiet">${t('Save')}</button></div>
    </form>
  </section>`;
}

function deletion(visitor: Visitor, { uid, name, entities }: ListRow): Html {
  return confirmButton(visitor, listPath(uid, 'delete/'), {
    label: t('Delete the list'),
    subject: name,
    consequence: richText(
      'The list and its {count, plural, one {# entry} other {# entries}} are deleted, with their history. Submissions stay. Forms that use the list must be archived first.',
      {},
      { count: entities },
    ),
  });
}
