import { Body, Get, Param, Query } from '@nestjs/common';
import { SuperuserOnly } from '../../authorization/policy';
import { readMessageTime } from '../../domain/account/in-app-message';
import { InvalidError } from '../../domain/errors';
import {
  InAppMessageService,
  type NewAnnouncement,
  type Announcement,
} from '../../modules/account/message/in-app-message.service';
import {
  handleForm,
  type FormErrors,
  isChecked,
  lineOf,
  type Sent,
  PageController,
  PostForm,
} from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE, csrfField } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { MESSAGES_PATH, presentAdministrationPage } from './administration-page';
import {
  badge,
  doneNotice,
  emptyState,
  recordTable,
  timeText,
  whole,
  confirmButton,
} from '../page/components';
import { choiceField, formErrorMessage, formField } from '../page/form-field';
import { html, type Html } from '../page/html';
import { t } from '../../language/message';

/** Values of the form, as they were sent. */
interface MessageForm {
  readonly title: string;
  readonly body: string;
  readonly from: string;
  readonly until: string;
  readonly isRepeated: boolean;
}

const EMPTY_MESSAGE: MessageForm = { title: '', body: '', from: '', until: '', isRepeated: false };

const doneTexts = () => ({ announced: t('The message was announced.'), ended: t('The message was ended.') });

function presentMessages(
  visitor: Visitor,
  messages: readonly Announcement[],
  { form, query, errors }: { form: MessageForm; query?: Sent; errors?: FormErrors },
) {
  const body = html`${doneNotice(query, doneTexts())} ${messageForm(visitor, form, errors)}
  ${
    messages.length === 0
      ? emptyState({ title: t('No messages'), text: t('Messages that have not ended are listed here.') })
      : messageTable(visitor, messages)
  }`;
  return presentAdministrationPage(visitor, MESSAGES_PATH, { title: t('Messages'), body, errors });
}

function messageForm(visitor: Visitor, form: MessageForm, errors: FormErrors | undefined): Html {
  return html`<form class="sheet" method="post" action="${MESSAGES_PATH}">
    <h2>${t('New message to all users')}</h2>
    <p class="soft">${t('Users see it on their list of projects, until they close it or it ends.')}</p>
    ${csrfField(visitor)} ${formErrorMessage(errors)}
    ${formField({ name: 'title', label: t('Title'), value: form.title, autocomplete: 'off' }, errors)}
    ${formField({ name: 'body', label: t('Text'), type: 'lines', value: form.body, hint: t('Markdown: **bold**, *italic*, [link](https://example.org/).') }, errors)}
    ${formField({ name: 'valid_from', label: t('First day'), type: 'date', value: form.from, optional: true, hint: t('In UTC. Empty: from now on.') }, errors)}
    ${formField({ name: 'valid_until', label: t('Last day'), type: 'date', value: form.until, hint: t('In UTC.') }, errors)}
    ${choiceField('checkbox', { name: 'always', value: 'yes', label: t('Keep it: users can’t close it'), checked: form.isRepeated })}
    <div class="buttons"><button>${t('Announce to all users')}</button></div>
  </form>`;
}

function messageTable(visitor: Visitor, messages: readonly Announcement[]): Html {
  return recordTable({
    caption: t('Messages'),
    columns: [t('Message'), t('State'), t('From'), t('Until'), whole()],
    rows: messages.map(({ uid, title, validFrom, validUntil, hasBegun }) => [
      html`<strong dir="auto">${title}</strong>`,
      hasBegun ? badge(t('Shown'), 'good') : badge(t('Planned')),
      timeText(validFrom),
      timeText(validUntil),
      html`<div class="buttons">
        ${confirmButton(visitor, `${MESSAGES_PATH}${uid}/end/`, {
          label: t('End'),
          subject: title,
          consequence: t('Users see it no more.'),
        })}
      </div>`,
    ]),
  });
}

/** Messages to all users, for superusers. */
@PageController('administration/messages')
export class MessageController {
  constructor(private readonly messages: InAppMessageService) {}

  @Get()
  @SuperuserOnly()
  async list(@CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    const { items } = await this.messages.listAnnouncements(SINGLE_PAGE);
    return presentMessages(visitor, items, { form: EMPTY_MESSAGE, query });
  }

  @PostForm()
  @SuperuserOnly()
  announce(@CurrentVisitor() visitor: Visitor, @Body() body: Sent) {
    return handleForm(async () => this.messages.announce(readMessage(body)), {
      done: () => presentRedirect(`${MESSAGES_PATH}?done=announced`),
      invalid: async (errors) => {
        const { items } = await this.messages.listAnnouncements(SINGLE_PAGE);
        return presentMessages(visitor, items, { form: formOf(body), errors });
      },
    });
  }

  @PostForm(':message/end')
  @SuperuserOnly()
  async end(@Param('message') uid: string) {
    await this.messages.end(uid);
    return presentRedirect(`${MESSAGES_PATH}?done=ended`);
  }
}

/** @throws InvalidError by field */
function readMessage(sent: Sent): NewAnnouncement {
  const body = lineOf(sent, 'body', 20_000);
  const until = lineOf(sent, 'valid_until', 40);
  const validUntil = readMessageTime('valid_until', until === '' ? until : `${until}T23:59:59Z`);
  if (validUntil === undefined) throw InvalidError.at('valid_until', 'Choose the last day.');
  return {
    title: lineOf(sent, 'title', 255),
    body,
    validFrom: readMessageTime('valid_from', lineOf(sent, 'valid_from', 40)),
    validUntil,
    alwaysDisplayAsNew: isChecked(sent, 'always'),
  };
}

/** Values to show again; those that can't be stored are left out. */
function formOf(sent: Sent): MessageForm {
  const text = (name: string): string => (typeof sent[name] === 'string' ? sent[name] : '');
  return {
    title: text('title'),
    body: text('body'),
    from: text('valid_from'),
    until: text('valid_until'),
    isRepeated: isChecked(sent, 'always'),
  };
}
