import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { UnitOfWork } from '../../database/unit-of-work/unit-of-work.port';
import type { UserActor } from '../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../domain/asset/uid';
import { ConflictError, DeniedError, InvalidError, orNotFound } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { EntityIntakeService } from './entity-intake.service';
import { EntityListRepository, type ListRow, type UsedList } from './entity-list.repository';

export type { ListRow, ListUse, UsedList } from './entity-list.repository';

export interface NewEntityList {
  readonly name: string;
  readonly properties: readonly string[];
  readonly approvalRequired: boolean;
}

/** Absent members stay as they are. */
export interface EntityListUpdate {
  readonly properties?: readonly string[] | undefined;
  readonly approvalRequired?: boolean | undefined;
  /** Whether to create what waits for approval, if the list needs none anymore. */
  readonly createsWaiting?: boolean | undefined;
}

/**
 * Lists of entities. Their owners, and superusers, may do everything. Others read a list if they may view all submissions
 * of a project that uses it, and write its entities if they may change them all (decision 180).
 */
@Injectable()
export class EntityListService {
  constructor(
    private readonly lists: EntityListRepository,
    private readonly intake: EntityIntakeService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Lists that the caller may read, by name. */
  list(actor: UserActor, window: PageWindow): Promise<Page<ListRow>> {
    return this.lists.list(actor, window);
  }

  /** @throws NotFoundError unless the caller may read it */
  async show(actor: UserActor, uid: string): Promise<ListRow> {
    return orNotFound(await this.lists.find(actor, uid));
  }

  /** @throws InvalidError if the caller has a list of that name */
  async create(actor: UserActor, { name, properties, approvalRequired }: NewEntityList): Promise<ListRow> {
    const uid = generateUid(UID_PREFIX.entityList, randomBytes);
    const now = this.clock.now();
    await this.unitOfWork.run((transaction) =>
      this.lists.insert(transaction, {
        uid,
        ownerId: actor.id,
        name,
        properties: [...properties],
        approvalRequired,
        dateCreated: now,
        dateModified: now,
      }),
    );
    return this.show(actor, uid);
  }

  /**
   * Adds properties and puts them in order, and says whether submissions need approval.
   * @throws NotFoundError; DeniedError unless the caller owns it; InvalidError if a property is missing
   */
  async update(actor: UserActor, uid: string, update: EntityListUpdate): Promise<ListRow> {
    const { id, approvalRequired } = await this.findOwn(actor, uid);
    await this.unitOfWork.run(async (transaction) => {
      const stored = orNotFound(await this.lists.lockProperties(transaction, id));
      const { properties = stored } = update;
      const removed = stored.filter((name) => !properties.includes(name));
      if (removed.length > 0) {
        throw InvalidError.at(
          'properties',
          `Properties are not removed, as entries may have them: ${removed.join(', ')}. Send them too.`,
        );
      }
      const now = this.clock.now();
      const values = { properties, approvalRequired: update.approvalRequired ?? approvalRequired };
      await this.lists.update(transaction, id, { ...values, now });
      if (!values.approvalRequired && update.createsWaiting === true)
        await this.intake.applyUnapproved(transaction, id, now);
    });
    return this.show(actor, uid);
  }

  /**
   * Deletes the list with its entities.
   * @throws NotFoundError; DeniedError unless the caller owns it; ConflictError while an active form uses it
   */
  async delete(actor: UserActor, uid: string): Promise<void> {
    const { id } = await this.findOwn(actor, uid);
    await this.unitOfWork.run(async (transaction) => {
      orNotFound(await this.lists.lockProperties(transaction, id));
      const forms = await this.lists.usingForms(transaction, id);
      if (forms.length > 0)
        throw new ConflictError(
          `Forms save to the list or read it: ${forms.join(', ')}. Archive them first.`,
        );
      await this.lists.remove(transaction, id);
    });
  }

  /** Lists that a form saves to or reads, by name. */
  usedBy({ assetId }: AssetAccess<'view_asset' | 'change_asset' | 'manage_asset'>): Promise<UsedList[]> {
    return this.lists.usedBy(assetId);
  }

  private async findOwn(actor: UserActor, uid: string): Promise<ListRow> {
    const list = await this.show(actor, uid);
    if (!list.owns) throw new DeniedError();
    return list;
  }
}
