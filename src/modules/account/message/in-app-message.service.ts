import { randomBytes } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { type Transaction, UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../../domain/account/actor';
import {
  assertMessageText,
  startOf,
  escapeMarkdown,
  type MessageInteractions,
  type MessageText,
} from '../../../domain/account/in-app-message';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { InvalidError, NotFoundError, orNotFound } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { InAppMessageRepository, type StoredMessage } from './in-app-message.repository';

/** Loads the library with the first message: most services never show one, and it has large tables of entities. */
async function load() {
  const { default: Markdown } = await import('markdown-it');
  // HTML in the source is shown as text; images are left out, since they would be requested from other hosts.
  const markdown = new Markdown('commonmark', { html: false }).disable([
    'image',
    'html_block',
    'html_inline',
  ]);
  markdown.validateLink = (url) => /^(https?:|mailto:|\/(?!\/)|#)/i.test(url.trim());
  return markdown;
}

let loading: ReturnType<typeof load> | undefined;

/** Renders CommonMark as HTML that contains no markup but its own. */
export async function renderMarkdown(source: string): Promise<string> {
  const markdown = await (loading ??= load());
  return markdown.render(source).trim();
}

export interface InAppMessage extends StoredMessage {
  readonly html: { readonly snippet: string; readonly body: string };
}

export interface NewAnnouncement extends Omit<MessageText, 'snippet'> {
  /** Default: the start of the body. */
  readonly snippet?: string | undefined;
  /** Default: now. */
  readonly validFrom?: Date | undefined;
  readonly validUntil: Date;
  readonly alwaysDisplayAsNew?: boolean | undefined;
}

/** A message to all users. */
export interface Announcement extends MessageText {
  readonly uid: string;
  readonly validFrom: Date;
  readonly validUntil: Date;
  readonly alwaysDisplayAsNew: boolean;
  /** False: planned. */
  readonly hasBegun: boolean;
}

export interface InviteMessage {
  readonly inviteUid: string;
  readonly recipientId: number;
  readonly sender: string;
  readonly projects: readonly string[];
  readonly validUntil: Date;
}

const MAX_RECENT = 100;
const MAX_NEW = 10;
const DAY_MS = 24 * 60 * 60_000;
const ENDED_TTL_MS = 90 * DAY_MS;
const MAX_LISTED_PROJECTS = 50;

/** Messages of the operator to all users, and of the service to one user. */
@Injectable()
export class InAppMessageService implements OnModuleInit {
  constructor(
    private readonly messages: InAppMessageRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly registry: JobRegistry,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'in-app-messages.prune',
      intervalMs: DAY_MS,
      run: () => this.messages.deleteEndedBefore(new Date(this.clock.now().getTime() - ENDED_TTL_MS)),
    });
  }

  /** Messages that are valid now, newest first. */
  async list(actor: UserActor, window: PageWindow): Promise<Page<InAppMessage>> {
    const { count, items } = await this.messages.list(actor.id, this.clock.now(), window);
    return { count, items: await Promise.all(items.map(withHtml)) };
  }

  /** Announcements that the user has not acknowledged, or that are shown again; newest first, at most ten. */
  async listNew(actor: UserActor): Promise<InAppMessage[]> {
    const window = { start: 0, limit: MAX_RECENT };
    const { items } = await this.messages.list(actor.id, this.clock.now(), window);
    const isNew = ({ inviteUid, interactions, alwaysDisplayAsNew }: StoredMessage): boolean =>
      inviteUid === null && (alwaysDisplayAsNew || interactions.acknowledged !== true);
    return Promise.all(items.filter(isNew).slice(0, MAX_NEW).map(withHtml));
  }

  /** @throws NotFoundError for a message that is not valid now, or is for another user */
  async show(actor: UserActor, uid: string): Promise<InAppMessage> {
    const message = orNotFound(await this.messages.find(actor.id, this.clock.now(), uid));
    return withHtml(message);
  }

  /** Merges what the user did with the message. @throws NotFoundError as `show` does */
  async interact(actor: UserActor, uid: string, interactions: MessageInteractions): Promise<InAppMessage> {
    await this.show(actor, uid);
    if (Object.keys(interactions).length > 0)
      await this.messages.mergeInteractions(actor.id, this.clock.now(), uid, interactions);
    return this.show(actor, uid);
  }

  /** Announces to all users. @throws InvalidError by field */
  async announce(input: NewAnnouncement): Promise<Announcement> {
    const { title, body, snippet = startOf(body), validUntil, alwaysDisplayAsNew = false } = input;
    const now = this.clock.now();
    const validFrom = input.validFrom ?? now;
    assertMessageText({ title, snippet, body });
    if (validUntil <= validFrom || validUntil <= now) {
      throw InvalidError.at('valid_until', 'The message must end after it begins, and in the future.');
    }
    const uid = generateUid(UID_PREFIX.inAppMessage, randomBytes);
    const announcement = { uid, title, snippet, body, validFrom, validUntil, alwaysDisplayAsNew };
    await this.unitOfWork.run((transaction) =>
      this.messages.insert(transaction, {
        ...announcement,
        published: true,
        recipientId: null,
        inviteUid: null,
      }),
    );
    return { ...announcement, hasBegun: validFrom <= now };
  }

  /** Messages to all users that have not ended, newest first. */
  async listAnnouncements(window: PageWindow): Promise<Page<Announcement>> {
    const now = this.clock.now();
    const [items, count] = await this.messages.listAnnouncements(now, window);
    return { count, items: items.map((item) => ({ ...item, hasBegun: item.validFrom <= now })) };
  }

  /** Ends a message to all users. @throws NotFoundError when there is no such message, or it has ended */
  async end(uid: string): Promise<void> {
    if (!(await this.messages.end(uid, this.clock.now()))) {
      throw new NotFoundError(`There is no message ${uid} that has not ended.`);
    }
  }

  /** Tells the recipient of an invite about it. Names of users and projects are shown as they are. */
  async postInvite(transaction: Transaction, invite: InviteMessage): Promise<void> {
    const { inviteUid, recipientId, sender, projects, validUntil } = invite;
    const name = escapeMarkdown(sender);
    const listed = projects.slice(0, MAX_LISTED_PROJECTS).map((project) => `- ${escapeMarkdown(project)}`);
    const more = projects.length - listed.length;
    await this.messages.insert(transaction, {
      uid: generateUid(UID_PREFIX.inAppMessage, randomBytes),
      title: `${sender} wants to transfer projects to you`,
      snippet: `**${name}** wants to transfer ${projects.length === 1 ? 'a project' : `${projects.length} projects`} to you.`,
      body: [
        `**${name}** wants to transfer to you:`,
        listed.join('\n'),
        ...(more > 0 ? [`and ${more} more.`] : []),
        `If you accept, you own them. [Accept or decline](${invitePath(inviteUid)}) by ${validUntil.toISOString().slice(0, 10)}.`,
      ].join('\n\n'),
      published: true,
      alwaysDisplayAsNew: false,
      recipientId,
      inviteUid,
      validFrom: this.clock.now(),
      validUntil,
    });
  }

  /** Ends the message about an invite that was answered, withdrawn or expired. */
  async endInvite(transaction: Transaction, inviteUid: string): Promise<void> {
    await this.messages.endOfInvite(transaction, inviteUid, this.clock.now());
  }
}

/** Address at which KoboToolbox's application asks; without it, the list of projects, which shows invites too. */
function invitePath(uid: string): string {
  return `/#/projects/home?invite=${uid}`;
}

async function withHtml(message: StoredMessage): Promise<InAppMessage> {
  const [snippet, body] = await Promise.all([message.snippet, message.body].map(renderMarkdown));
  return { ...message, html: { snippet: snippet!, body: body! } };
}
