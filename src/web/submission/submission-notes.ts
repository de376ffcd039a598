import type { Page } from '../../domain/page';
import { t } from '../../language/message';
import type { SubmissionNote } from '../../modules/submission/edit/submission-note.service';
import { timeText } from '../page/components';
import { formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html, richText } from '../page/html';
import { csrfField } from '../page/page';
import type { Visitor } from '../page/visitor';

/** Form for another note. */
export interface NoteForm {
  readonly action: string;
  /** As it was sent, if it was refused. */
  readonly text: string;
  readonly errors: FormErrors | undefined;
}

/** Notes on a submission, oldest first, and the form for those who may write one. */
export function noteList(
  visitor: Visitor,
  { items, count }: Page<SubmissionNote>,
  form: NoteForm | undefined,
): Html {
  if (count === 0 && form === undefined) return html``;
  return html`<section class="sheet" aria-labelledby="notes">
    <h3 id="notes">${t('Notes')}</h3>
    ${items.map(
      (note) =>
        html`<h4>${noteHead(note)}</h4>
          <p class="lines" dir="auto">${note.body}</p>`,
    )}
    ${
      count > items.length &&
      html`<p class="soft">
        ${t('{count, plural, one {# later note is not shown.} other {# later notes are not shown.}}', { count: count - items.length })}
      </p>`
    }
    ${form !== undefined && noteForm(visitor, form)}
  </section>`;
}

function noteForm(visitor: Visitor, { action, text, errors }: NoteForm): Html {
  const field = {
    name: 'body',
    id: 'note',
    label: t('New note'),
    type: 'lines',
    value: text,
    hint: t('All who may view this submission can read it. It cannot be changed later.'),
  } as const;
  return html`<form method="post" action="${action}#notes">
    ${csrfField(visitor)} ${formField(field, errors)}
    <p class="buttons"><button class="quiet">${t('Add note')}</button></p>
  </form>`;
}

function noteHead({ createdBy, dateCreated }: SubmissionNote): Html {
  const name = createdBy ?? t('unknown person');
  return dateCreated === null
    ? html`<span dir="auto">${name}</span>`
    : richText('{name}, {time}', {}, { name, time: timeText(dateCreated) });
}
