import { Body, Get, Param, Query } from '@nestjs/common';
import { SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { EntityListService } from '../../modules/entity/entity-list.service';
import { EntityService } from '../../modules/entity/entity.service';
import {
  type FormErrors,
  handleForm,
  isChecked,
  PageController,
  PostForm,
  readStart,
  type Sent,
} from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { STALE } from '../page/stale-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import {
  type ListQuery,
  listPath,
  LISTS_PATH,
  presentList,
  presentLists,
  readListQuery,
} from './entity-list.page';
import { entryPath, type EntryView, mergedEntry, presentEntry, readEntry, sentEntry } from './entry.page';

const LISTS_PER_PAGE = 50;
const HISTORY = { limit: 100, start: 0 };

/** Lists of entities, their entries and the history of each. */
@PageController('library/lists')
export class EntityListPageController {
  constructor(
    private readonly lists: EntityListService,
    private readonly entities: EntityService,
  ) {}

  @Get()
  @SignedIn()
  async all(@CurrentVisitor() visitor: Visitor<UserActor>, @Query() sent: Sent) {
    const window = { start: readStart(sent), limit: LISTS_PER_PAGE };
    return presentLists(visitor, await this.lists.list(visitor.actor, window), window, sent);
  }

  @Get(':list')
  @SignedIn()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('list') uid: string, @Query() sent: Sent) {
    const list = await this.lists.show(visitor.actor, uid);
    const query = readListQuery(sent);
    return presentList(visitor, list, query, { page: await this.find(visitor, uid, query), sent });
  }

  @PostForm(':list/approval')
  @SignedIn()
  async setApproval(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('list') uid: string,
    @Body() body: Sent,
  ) {
    const approvalRequired = isChecked(body, 'approval');
    const createsWaiting = isChecked(body, 'create_waiting');
    await this.lists.update(visitor.actor, uid, { approvalRequired, createsWaiting });
    return presentRedirect(`${listPath(uid)}?done=saved`);
  }

  @PostForm(':list/delete')
  @SignedIn()
  delete(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('list') uid: string) {
    return handleForm(() => this.lists.delete(visitor.actor, uid), {
      done: () => presentRedirect(`${LISTS_PATH}?done=deleted`),
      invalid: (errors) => this.refuse(visitor, uid, { errors, sent: {} }),
    });
  }

  @Get(':list/entries/:uuid')
  @SignedIn()
  async entry(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('list') uid: string,
    @Param('uuid') uuid: string,
    @Query() sent: Sent,
  ) {
    return presentEntry(visitor, await this.view(visitor, uid, uuid), sent);
  }

  @PostForm(':list/entries/:uuid')
  @SignedIn()
  async save(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('list') uid: string,
    @Param('uuid') uuid: string,
    @Body() body: Sent,
  ) {
    const list = await this.lists.show(visitor.actor, uid);
    const stored = await this.entities.show(visitor.actor, uid, uuid);
    const save = () => {
      const { label, data } = readEntry(body, list, stored);
      const baseVersion = Number(body['base_version']);
      const resolves = isChecked(body, 'resolve');
      return this.entities.update(visitor.actor, uid, uuid, { baseVersion, label, data, resolves });
    };
    return handleForm(save, {
      done: (entry) => presentRedirect(`${entryPath(list, entry)}?done=saved`),
      invalid: async (errors) => {
        const shown = errors.isStale ? { ...errors, message: STALE } : errors;
        const view = await this.view(visitor, uid, uuid);
        const form = errors.isStale ? mergedEntry(body, view) : sentEntry(body, list);
        return presentEntry(visitor, view, {}, { form, errors: shown });
      },
    });
  }

  @PostForm(':list/entries/:uuid/delete')
  @SignedIn()
  async deleteEntry(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('list') uid: string,
    @Param('uuid') uuid: string,
  ) {
    await this.entities.delete(visitor.actor, uid, uuid);
    return presentRedirect(`${listPath(uid)}?done=deleted`);
  }

  private async refuse(
    visitor: Visitor<UserActor>,
    uid: string,
    { errors, sent }: { errors: FormErrors; sent: Sent },
  ) {
    const list = await this.lists.show(visitor.actor, uid);
    const query = readListQuery({});
    return presentList(visitor, list, query, { page: await this.find(visitor, uid, query), sent, errors });
  }

  private find({ actor }: Visitor<UserActor>, uid: string, { search, onlyConflicts, window }: ListQuery) {
    const filter = { text: search === '' ? undefined : search, hasConflict: onlyConflicts || undefined };
    return this.entities.list(actor, uid, filter, window);
  }

  private async view({ actor }: Visitor<UserActor>, uid: string, uuid: string): Promise<EntryView> {
    return {
      list: await this.lists.show(actor, uid),
      entry: await this.entities.show(actor, uid, uuid),
      versions: await this.entities.versions(actor, uid, uuid, HISTORY),
    };
  }
}
