import type { PropertyChange, UploadRefusal } from '../../domain/entity/entity-upload';
import type { UploadPlan } from '../../domain/entity/upload-plan';
import type { ListRow } from '../../modules/entity/entity-list.service';
import type { Preview } from '../../modules/entity/entity-upload-file.service';
import { bytesText, countText } from '../../language/format';
import { knownText, type Text, t } from '../../language/message';
import { errorNotice, figure, notice, recordTable } from '../page/components';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html, type HtmlValue, richText } from '../page/html';
import { csrfField, presentHtmlPage } from '../page/page';
import type { Visitor } from '../page/visitor';
import { listPath, listTrail } from './entity-list.page';

/** Columns of properties in the table of new entries. */
const MAX_COLUMNS = 5;

export function presentUpload(
  visitor: Visitor,
  list: ListRow,
  { maxBytes, errors, pasted = '' }: { maxBytes: number; errors?: FormErrors; pasted?: string },
) {
  const size = bytesText(maxBytes);
  const body = html`<p class="soft">${t('You see what becomes of each row before anything is stored.')}</p>
    <form
      class="sheet"
      method="post"
      action="${listPath(list.uid, 'upload/')}"
      enctype="multipart/form-data"
      data-slow="${t('The file is being read. Many rows take up to a minute: leave this page open.')}"
    >
      ${csrfField(visitor)} ${formErrorMessage(errors)}
      ${formField(
        {
          name: 'file',
          errorName: 'csv',
          label: t('CSV file'),
          type: 'file',
          accept: '.csv,.tsv,.txt,text/csv',
          optional: true,
          hint: t('In Excel: "Save as", then "CSV UTF-8". At most {size}.', { size }),
          limit: {
            bytes: maxBytes,
            message: t('The file is larger than {size}. Upload it in parts.', { size }),
          },
        },
        errors,
      )}
      ${formField(
        {
          name: 'csv',
          label: t('Or rows pasted from a spreadsheet'),
          type: 'lines',
          value: pasted,
          optional: true,
        },
        undefined,
      )}
      <div class="buttons"><button>${t('Show what becomes of the rows')}</button></div>
      ${SLOW_STATUS}
    </form>
    ${explanation(list)}`;
  return presentPage(visitor, list, { title: t('Add or change entries'), body, errors });
}

function explanation({ uid, properties }: ListRow): Html {
  const code = (text: HtmlValue): Html => html`<code>${text}</code>`;
  return html`<section aria-labelledby="columns">
    <h2 id="columns">${t('Columns of the file')}</h2>
    <ul>
      <li>
        ${richText(
          '<code>label</code>: what people see when they choose the entry, such as the name of a household. New entries need it.',
          { code },
        )}
      </li>
      ${
        properties.length > 0 &&
        html`<li>
          ${t('The columns of the list:')}
          ${properties.map((name, index) => html`${index > 0 && ', '}<code dir="auto">${name}</code>`)}
        </li>`
      }
      <li>
        ${richText(
          '<code>name</code>: the identifier of an entry that changes. <download>Download the list</download>, change its cells and upload it; leave the identifier of new entries empty.',
          {
            code,
            download: (text) => html`<a href="/api/v2/entity-lists/${uid}/entities.csv?bom=true">${text}</a>`,
          },
        )}
      </li>
      <li>
        ${richText(
          '<code>__version</code>: leave it as it was downloaded. A row is left out if somebody changed the entry since.',
          { code },
        )}
      </li>
    </ul>
  </section>`;
}

export function presentUploadPreview(
  visitor: Visitor,
  list: ListRow,
  { plan, ticket }: Preview,
  errors?: FormErrors,
) {
  const body = html`${errors !== undefined && errorNotice({ ...errors, message: CHANGED_MEANWHILE })}
    ${notice(t('Nothing is stored yet.'), 'caution')} ${counts(plan)}
    <form
      class="sheet"
      method="post"
      action="${listPath(list.uid, 'upload/store/')}"
      data-slow="${t('The rows are being stored. Many rows take up to a minute: leave this page open.')}"
    >
      ${csrfField(visitor)} <input type="hidden" name="ticket" value="${ticket}" />
      ${newColumns(list, plan)} ${leftOutColumns(plan)}
      <div class="buttons">
        ${
          plan.created + plan.updated === 0
            ? html`<p>${t('There is nothing to store.')}</p>`
            : html`<button>${storeLabel(plan)}</button>`
        }
        <a class="button quiet" href="${listPath(list.uid, 'upload/')}">${t('Choose another file')}</a>
      </div>
      ${SLOW_STATUS}
    </form>
    ${refusedRows(plan)} ${changedEntries(list, plan)} ${newEntries(plan)}`;
  return presentPage(visitor, list, { title: t('Preview of the upload'), body, errors });
}

/** Filled by the script of `data-slow` forms. */
const SLOW_STATUS = html`<p class="hint" role="status" data-slow-status></p>`;

const CHANGED_MEANWHILE = 'The list was changed since the preview. Check the rows again.';

function storeLabel({ created, updated }: UploadPlan): Text {
  const counts = { created, updated };
  if (updated === 0) return t('Add {created, plural, one {# entry} other {# entries}}', counts);
  if (created === 0) return t('Change {updated, plural, one {# entry} other {# entries}}', counts);
  return t('Add {created, plural, one {# entry} other {# entries}} and change {updated}', counts);
}

function counts({ created, updated, unchanged, refused }: UploadPlan): Html {
  return recordTable({
    caption: t('Preview of the upload'),
    columns: [t('Result'), figure(t('Rows'))],
    rows: [
      [t('New entries'), countText(created)],
      [t('Change an entry of the list'), countText(updated)],
      [t('Equal what is in the list'), countText(unchanged)],
      [t('Cannot be stored and are left out'), countText(refused)],
    ],
  });
}

function newColumns({ owns }: ListRow, { newProperties }: UploadPlan): Html {
  if (newProperties.length === 0) return html``;
  const names = newProperties.map((name, index) => html`${index > 0 && ', '}<code dir="auto">${name}</code>`);
  if (!owns) {
    return html`<p>
      ${t('The list does not have these columns. They are left out, as only the owner of the list adds columns:')}
      ${names}
    </p>`;
  }
  const choice = (value: string, label: Text, checked: boolean): Html =>
    choiceField('radio', { name: 'new_columns', value, label, checked });
  return html`<fieldset>
    <legend>${t('The list does not have these columns yet:')} ${names}</legend>
    ${choice('add', t('Add them to the list'), true)} ${choice('ignore', t('Leave them out'), false)}
  </fieldset>`;
}

function leftOutColumns({ ignored, invalid }: UploadPlan): Html {
  return html`${
    invalid.length > 0 &&
    html`<p>${t('These columns are left out, as their names can not be used:')}</p>
      <ul>
        ${invalid.map(
          ({ name, problem }) => html`<li><code dir="auto">${name}</code>: ${knownText(problem)}</li>`,
        )}
      </ul>`
  }
  ${
    ignored.length > 0 &&
    html`<p class="hint">
      ${t('Left out, as the service fills them in:')}
      ${ignored.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)}
    </p>`
  }`;
}

/** Headings say how many rows a table leaves out. */
function section(id: string, heading: Text, shown: number, all: number, table: Html): Html {
  if (all === 0) return html``;
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${heading}</h2>
    ${shown < all && html`<p class="soft">${t('The first {shown} of {all}', { shown, all: countText(all) })}</p>`}
    ${table}
  </section>`;
}

function refusedRows({ refused, samples }: UploadPlan): Html {
  const heading = t('Rows that cannot be stored');
  const rows = samples.refused.map(({ row, label, refusal }) => [
    t('Row {row}', { row }),
    html`<span dir="auto">${label}</span>`,
    refusalText(refusal),
  ]);
  const table = recordTable({ caption: heading, columns: [t('Row'), t('Entry'), t('Reason')], rows });
  return section('refused', heading, rows.length, refused, table);
}

function changedEntries({ uid }: ListRow, { updated, samples }: UploadPlan): Html {
  const heading = t('Entries that change');
  const rows = samples.updated.map(({ row, uuid, label, changes }) => [
    t('Row {row}', { row }),
    html`<a class="name" dir="auto" href="${listPath(uid, `entries/${uuid}/`)}">${label}</a>`,
    html`${changes.map(changeOf)}`,
  ]);
  const table = recordTable({
    caption: heading,
    columns: [t('Row'), t('Entry'), t('Changed')],
    rows,
  });
  return section('changed', heading, rows.length, updated, table);
}

function changeOf({ name, before, after }: PropertyChange): Html {
  const shown = (value: string): Html =>
    value === '' ? html`<span class="soft">${t('empty')}</span>` : html`<span dir="auto">${value}</span>`;
  return html`<div>
    ${name === 'label' ? t('Name shown in forms') : name}: <del>${shown(before)}</del>
    <ins>${shown(after)}</ins>
  </div>`;
}

function newEntries({ created, samples, properties, newProperties }: UploadPlan): Html {
  const heading = t('New entries');
  const names = [...properties, ...newProperties].slice(0, MAX_COLUMNS);
  const rows = samples.created.map(({ row, label, values }) => [
    t('Row {row}', { row }),
    html`<span class="name" dir="auto">${label}</span>`,
    ...names.map((_, index) => html`<span dir="auto">${values[index] ?? ''}</span>`),
  ]);
  const columns = [t('Row'), t('Entry'), ...names];
  return section('new', heading, rows.length, created, recordTable({ caption: heading, columns, rows }));
}

function refusalText(refusal: UploadRefusal): Text {
  switch (refusal) {
    case 'label_missing':
      return t('It has no name for the entry: fill in the column label.');
    case 'uuid_invalid':
      return t(
        'The column name has the identifiers of entries, and this is none. Leave it empty for a new entry, or give the column another name.',
      );
    case 'uuid_repeated':
      return t('An earlier row has the same identifier. Remove one of them.');
    case 'deleted':
      return t('The entry was deleted from the list. Leave the identifier empty to add it as a new one.');
    case 'exists':
      return t('The list has this entry already.');
    case 'version_changed':
      return t('Somebody changed the entry after the list was downloaded. Download it again.');
    case 'too_many_cells':
      return t('It has more cells than there are columns. Texts with commas need quotation marks.');
    case 'text_invalid':
      return t('It has a character that can not be stored.');
  }
}

function presentPage(
  visitor: Visitor,
  list: ListRow,
  { title, body, errors }: { title: Text; body: Html; errors: FormErrors | undefined },
) {
  return presentHtmlPage(visitor, {
    title,
    section: 'library',
    head: { title, trail: [...listTrail(), { path: listPath(list.uid), name: list.name }], label: title },
    body,
    errors,
  });
}
