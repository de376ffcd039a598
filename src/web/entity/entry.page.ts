import { excerpt } from '../../domain/text/excerpt';
import type { Page } from '../../domain/page';
import { InvalidError } from '../../domain/errors';
import { valueOf } from '../../domain/entity/entity-change';
import type { ListRow } from '../../modules/entity/entity-list.service';
import type { StoredEntityRow, StoredVersionRow } from '../../modules/entity/entity.service';
import { type Text, t } from '../../language/message';
import { badge, confirmButton, doneNotice, notice, recordTable, timeText } from '../page/components';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import { type FormErrors, lineOf, type Sent, textOf } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { listPath, listTrail } from './entity-list.page';

/** Prefix of the fields of properties, which may be named as other fields. */
const FIELD = 'property.';

/** Values of the form of an entry. */
export interface EntryForm {
  readonly label: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Values as they were sent, to show them again. */
export function sentEntry(sent: Sent, { properties }: ListRow): EntryForm {
  const values = properties.map((name) => [name, textOf(sent[FIELD + name])] as const);
  return { label: textOf(sent['label']), data: Object.fromEntries(values) };
}

/** @throws InvalidError on the field of an empty name or of a text that can't be stored */
export function readEntry(sent: Sent, { properties }: ListRow): EntryForm {
  const label = lineOf(sent, 'label');
  if (label === '') throw InvalidError.at('label', 'This field may not be blank.');
  const isSent = (name: string): boolean => typeof sent[FIELD + name] === 'string';
  const values = properties.filter(isSent).map((name) => [name, lineOf(sent, FIELD + name)] as const);
  return { label, data: Object.fromEntries(values) };
}

export interface EntryView {
  readonly list: ListRow;
  readonly entry: StoredEntityRow;
  readonly versions: Page<StoredVersionRow>;
}

export function presentEntry(
  visitor: Visitor,
  { list, entry, versions }: EntryView,
  sent: Sent,
  { form = entry, errors }: { form?: EntryForm; errors?: FormErrors | undefined } = {},
) {
  const body = html`${doneNotice(sent, { saved: t('The entry was saved.') })}
  ${
    entry.conflict !== null &&
    notice(
      t(
        'People changed this entry without knowing of each other. The history shows both values; save the right ones.',
      ),
      'caution',
    )
  }
  ${list.writes ? entryForm(visitor, list, entry, { form, errors }) : values(list, entry)}
  ${history(versions)}
  ${
    list.writes &&
    confirmButton(visitor, entryPath(list, entry, 'delete/'), {
      label: t('Delete the entry'),
      subject: entry.label,
      consequence: t('It leaves the list, also on phones once their forms are updated. Submissions stay.'),
    })
  }`;
  return presentHtmlPage(visitor, {
    title: entry.label,
    section: 'library',
    head: {
      title: entry.label,
      ...(entry.conflict !== null && { badge: badge(t('Conflicting changes'), 'caution') }),
      trail: [...listTrail(), { path: listPath(list.uid), name: list.name }],
      label: entry.label,
    },
    body,
    errors,
  });
}

export function entryPath(list: ListRow, { uuid }: Pick<StoredEntityRow, 'uuid'>, below = ''): string {
  return listPath(list.uid, `entries/${uuid}/${below}`);
}

function entryForm(
  visitor: Visitor,
  list: ListRow,
  entry: StoredEntityRow,
  { form, errors }: { form: EntryForm; errors: FormErrors | undefined },
): Html {
  return html`<form class="sheet" method="post" action="${entryPath(list, entry)}">
    ${csrfField(visitor)} ${formErrorMessage(errors)}
    <input type="hidden" name="base_version" value="${entry.version}" />
    ${formField({ name: 'label', label: t('Name shown in forms'), value: form.label }, errors)}
    ${list.properties.map((name) =>
      formField({ name: FIELD + name, label: name, value: valueOf(form.data, name), optional: true }, errors),
    )}
    ${
      entry.conflict !== null &&
      choiceField('checkbox', {
        name: 'resolve',
        value: 'yes',
        label: t('These values are right: the conflict is resolved'),
        checked: true,
      })
    }
    <div class="buttons"><button>${t('Save')}</button></div>
  </form>`;
}

function values({ properties }: ListRow, { data, label }: StoredEntityRow): Html {
  return recordTable({
    caption: label,
    columns: [t('Property'), t('Value')],
    rows: properties.map((name) => [name, html`<span dir="auto">${valueOf(data, name)}</span>`]),
  });
}

/** Each version with the values that it changed. */
function history({ items }: Page<StoredVersionRow>): Html {
  return html`<h2>${t('History')}</h2>
    ${recordTable({
      caption: t('History'),
      columns: [t('Version'), t('Changed'), t('By'), t('From'), t('Time')],
      rows: items.map((version, index) => [
        String(version.version),
        changes(version, items[index + 1]),
        version.createdBy ?? t('without an account'),
        source(version),
        timeText(version.dateCreated),
      ]),
    })}`;
}

function changes({ label, data, conflicting }: StoredVersionRow, before: StoredVersionRow | undefined): Html {
  const shown = (name: Text, value: string, isConflicting: boolean): Html =>
    html`<div>
      ${name}:
      <span dir="auto">${excerpt(value)}</span> ${isConflicting && badge(t('Conflicting changes'), 'caution')}
    </div>`;
  const names = Object.keys(data).filter(
    (name) => valueOf(data, name) !== (before === undefined ? '' : valueOf(before.data, name)),
  );
  if (names.length === 0 && label === before?.label)
    return html`<span class="soft">${t('No value was changed')}</span>`;
  return html`${label !== before?.label && shown(t('Name shown in forms'), label, conflicting.includes('label'))}
  ${names.map((name) => shown(name, valueOf(data, name), conflicting.includes(name)))}`;
}

function source({ assetUid, submissionId }: StoredVersionRow): Html {
  return assetUid === null || submissionId === null
    ? html``
    : html`<a href="/projects/${assetUid}/data/${submissionId}/">${t('Submission')}</a>`;
}
