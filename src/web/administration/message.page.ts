import type { Announcement } from '../../modules/in-app-message/in-app-message.service';
import { badge, doneNotice, emptyState, recordTable, timeText, whole } from '../page/components';
import { confirmButton } from '../page/confirm-button';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import type { FormErrors } from '../page/handle-form';
import { html, type Html } from '../page/html';
import { csrfField } from '../page/page';
import type { Sent } from '../page/sent-form';
import type { Visitor } from '../page/visitor';
import { MESSAGES_PATH, presentAdministrationPage } from './administration-page';

/** Values of the form, as they were sent. */
export interface MessageForm {
  readonly title: string;
  readonly body: string;
  readonly from: string;
  readonly until: string;
  readonly isRepeated: boolean;
}

export const EMPTY_MESSAGE: MessageForm = { title: '', body: '', from: '', until: '', isRepeated: false };

const DONE = { announced: 'The message was announced.', ended: 'The message was ended.' };

export function presentMessages(
  visitor: Visitor,
  messages: readonly Announcement[],
  { form, query, errors }: { form: MessageForm; query?: Sent; errors?: FormErrors },
) {
  const body = html`${doneNotice(query, DONE)} ${messageForm(visitor, form, errors)}
  ${
    messages.length === 0
      ? emptyState({ title: 'No messages', text: 'Messages that have not ended are listed here.' })
      : messageTable(visitor, messages)
  }`;
  return presentAdministrationPage(visitor, MESSAGES_PATH, { title: 'Messages', body, errors });
}

function messageForm(visitor: Visitor, form: MessageForm, errors: FormErrors | undefined): Html {
  return html`<form class="sheet" method="post" action="${MESSAGES_PATH}">
    <h2>New message to all users</h2>
    <p class="soft">Users see it on their list of projects, until they close it or it ends.</p>
    ${csrfField(visitor)} ${formErrorMessage(errors)}
    ${formField({ name: 'title', label: 'Title', value: form.title, autocomplete: 'off' }, errors)}
    ${formField({ name: 'body', label: 'Text', type: 'lines', value: form.body, hint: 'Markdown: **bold**, *italic*, [link](https://example.org/).' }, errors)}
    ${formField({ name: 'valid_from', label: 'First day', type: 'date', value: form.from, optional: true, hint: 'In UTC. Empty: from now on.' }, errors)}
    ${formField({ name: 'valid_until', label: 'Last day', type: 'date', value: form.until, hint: 'In UTC.' }, errors)}
    ${choiceField('checkbox', { name: 'always', value: 'yes', label: 'Keep it: users can’t close it', checked: form.isRepeated })}
    <div class="buttons"><button>Announce to all users</button></div>
  </form>`;
}

function messageTable(visitor: Visitor, messages: readonly Announcement[]): Html {
  return recordTable({
    caption: 'Messages',
    columns: ['Message', 'State', 'From', 'Until', whole()],
    rows: messages.map(({ uid, title, validFrom, validUntil, hasBegun }) => [
      html`<strong dir="auto">${title}</strong>`,
      hasBegun ? badge('Shown', 'good') : badge('Planned'),
      timeText(validFrom),
      timeText(validUntil),
      html`<div class="buttons">
        ${confirmButton(visitor, `${MESSAGES_PATH}${uid}/end/`, {
          label: 'End',
          subject: title,
          consequence: 'Users see it no more.',
        })}
      </div>`,
    ]),
  });
}
