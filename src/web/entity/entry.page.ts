import { excerpt } from '../../domain/text/excerpt';
import type { Page } from '../../domain/page';
import { InvalidError } from '../../domain/errors';
import { valueOf } from '../../domain/entity/entity-change';
import type { ListRow } from '../../modules/entity/entity-list.service';
import type { StoredEntityRow, StoredVersionRow } from '../../modules/entity/entity.service';
import { type Text, t } from '../../language/message';
import { badge, confirmButton, doneNotice, notice, recordTable, timeText } from '../page/components';
import { choiceField, type Field, formErrorMessage, formField } from '../page/form-field';
import { type FormErrors, lineOf, type Sent, textOf } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import { type FormValues, saveLabel, staleValues } from '../page/stale-form';
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

/**
 * Values that differ from those in the form, so that fields which cannot show a text do not change it.
 * @param stored as the form shows it: another version is refused
 * @throws InvalidError on the field of an empty name or of a text that can't be stored
 */
export function readEntry(sent: Sent, { properties }: ListRow, stored: EntryForm): Partial<EntryForm> {
  const isChanged = (field: string, value: string): boolean =>
    typeof sent[field] === 'string' && !isSameText(textOf(sent[field]), value);
  const values = properties
    .filter((name) => isChanged(FIELD + name, valueOf(stored.data, name)))
    .map((name) => [name, lineFeeds(lineOf(sent, FIELD + name))] as const);
  const data = Object.fromEntries(values);
  if (textOf(sent['label']).trim() === '') throw InvalidError.at('label', 'This field may not be blank.');
  return isChanged('label', stored.label) ? { label: lineFeeds(lineOf(sent, 'label')), data } : { data };
}

/** Values of a form that was refused as stale: what was changed in it, else what is stored now. */
export function mergedEntry(sent: Sent, { list, entry, versions }: EntryView): EntryForm {
  const entered = sentEntry(sent, list);
  const shown = versions.items.find(({ version }) => String(version) === sent['base_version']);
  if (shown === undefined) return entered;
  const merge = (value: string, before: string, now: string): string =>
    isSameText(value, before) ? now : value;
  const valueIn = ({ data }: EntryForm, name: string): string => valueOf(data, name);
  const values = list.properties.map((name) => {
    const [value, before, now] = [entered, shown, entry].map((form) => valueIn(form, name));
    return [name, merge(value!, before!, now!)] as const;
  });
  return { label: merge(entered.label, shown.label, entry.label), data: Object.fromEntries(values) };
}

/** Browsers send lines with CR LF; the form is read without spaces around a text. */
function isSameText(one: string, other: string): boolean {
  return lineFeeds(one).trim() === lineFeeds(other).trim();
}

function lineFeeds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function formValues({ properties }: ListRow, { label, data }: EntryForm): FormValues {
  return [
    [t('Name shown in forms'), label],
    ...properties.map((name) => [name, valueOf(data, name)] as const),
  ];
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
    ${staleValues(errors, { stored: formValues(list, entry), entered: formValues(list, form) })}
    <input type="hidden" name="base_version" value="${entry.version}" />
    ${formField({ name: 'label', label: t('Name shown in forms'), ...valueField(form.label) }, errors)}
    ${list.properties.map((name) =>
      formField(
        { name: FIELD + name, label: name, ...valueField(valueOf(form.data, name)), optional: true },
        errors,
      ),
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
    <div class="buttons"><button>${saveLabel(errors)}</button></div>
  </form>`;
}

/** A field of one line would join the lines of a text. */
function valueField(value: string): Pick<Field, 'type' | 'value'> {
  return { type: /[\r\n]/.test(value) ? 'lines' : 'text', value };
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
