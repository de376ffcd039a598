import { Body, Get, Param, Query } from '@nestjs/common';
import { SuperuserOnly } from '../../authorization/policy';
import { readMessageTime } from '../../domain/account/in-app-message';
import { InvalidError } from '../../domain/errors';
import {
  InAppMessageService,
  type NewAnnouncement,
} from '../../modules/in-app-message/in-app-message.service';
import { handleForm } from '../page/handle-form';
import { presentRedirect, SINGLE_PAGE } from '../page/page';
import { PageController, PostForm } from '../page/page-controller';
import { isChecked, lineOf, type Sent } from '../page/sent-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { MESSAGES_PATH } from './administration-page';
import { EMPTY_MESSAGE, type MessageForm, presentMessages } from './message.page';

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
