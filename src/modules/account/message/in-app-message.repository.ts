import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, LessThan, MoreThan, Repository } from 'typeorm';
import type { MessageInteractions } from '../../../domain/account/in-app-message';
import type { Page, PageWindow } from '../../../domain/page';
import { InAppMessageEntity } from '../../../database/entities/user.entity';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';

export interface StoredMessage {
  readonly uid: string;
  readonly title: string;
  readonly snippet: string;
  readonly body: string;
  readonly alwaysDisplayAsNew: boolean;
  /** Null unless the message is about an invite. */
  readonly inviteUid: string | null;
  readonly interactions: MessageInteractions;
}

/** Published and valid messages to all users or to this one. */
const VISIBLE = `m.published AND m.valid_from <= $2 AND m.valid_until > $2 AND (m.recipient_id IS NULL OR m.recipient_id = $1)`;
const MESSAGE = `m.uid, m.title, m.snippet, m.body, m.always_display_as_new AS "alwaysDisplayAsNew",
              m.invite_uid AS "inviteUid",
              coalesce(i.interactions, '{}') AS interactions`;
const INTERACTIONS = `LEFT JOIN in_app_message_interaction i ON i.message_id = m.id AND i.user_id = $1`;

export type NewMessage = Omit<InAppMessageEntity, 'id'>;

@Injectable()
export class InAppMessageRepository {
  constructor(
    @InjectRepository(InAppMessageEntity) private readonly messages: Repository<InAppMessageEntity>,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  async insert(transaction: Transaction, message: NewMessage): Promise<void> {
    await managerOf(transaction).insert(InAppMessageEntity, { ...message });
  }

  /** Messages to all users that have not ended, newest first. */
  listAnnouncements(now: Date, { limit, start }: PageWindow): Promise<[InAppMessageEntity[], number]> {
    return this.messages.findAndCount({
      where: { recipientId: IsNull(), validUntil: MoreThan(now) },
      order: { validFrom: 'DESC', id: 'DESC' },
      take: limit,
      skip: start,
    });
  }

  /** @returns false when there is no such message, or it has ended */
  async end(uid: string, now: Date): Promise<boolean> {
    const open = { uid, recipientId: IsNull(), validUntil: MoreThan(now) };
    const { affected } = await this.messages.update(open, { validUntil: now });
    return affected === 1;
  }

  async endOfInvite(transaction: Transaction, inviteUid: string, now: Date): Promise<void> {
    const open = { inviteUid, validUntil: MoreThan(now) };
    await managerOf(transaction).update(InAppMessageEntity, open, { validUntil: now });
  }

  async deleteEndedBefore(time: Date): Promise<void> {
    await this.messages.delete({ validUntil: LessThan(time) });
  }

  /** Newest first. */
  async list(userId: number, now: Date, { limit, start }: PageWindow): Promise<Page<StoredMessage>> {
    const items = await this.dataSource.query<StoredMessage[]>(
      `SELECT ${MESSAGE} FROM in_app_message m ${INTERACTIONS} WHERE ${VISIBLE}
        ORDER BY m.valid_from DESC, m.id DESC LIMIT $3 OFFSET $4`,
      [userId, now, limit, start],
    );
    const [row] = await this.dataSource.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM in_app_message m WHERE ${VISIBLE}`,
      [userId, now],
    );
    return { count: row!.count, items };
  }

  async find(userId: number, now: Date, uid: string): Promise<StoredMessage | undefined> {
    const rows = await this.dataSource.query<StoredMessage[]>(
      `SELECT ${MESSAGE} FROM in_app_message m ${INTERACTIONS} WHERE ${VISIBLE} AND m.uid = $3`,
      [userId, now, uid],
    );
    return rows[0];
  }

  /** Merges in one statement, so that concurrent requests do not overwrite each other. */
  async mergeInteractions(
    userId: number,
    now: Date,
    uid: string,
    interactions: MessageInteractions,
  ): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO in_app_message_interaction AS i (message_id, user_id, interactions)
       SELECT m.id, $1, $4::jsonb FROM in_app_message m WHERE ${VISIBLE} AND m.uid = $3
       ON CONFLICT (message_id, user_id) DO UPDATE SET interactions = i.interactions || excluded.interactions`,
      [userId, now, uid, JSON.stringify(interactions)],
    );
  }
}
