import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { UnitOfWork } from '../../../database/unit-of-work/unit-of-work.port';
import type { ViewedUser } from '../../../domain/account/username';
import type { UserActor } from '../../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import { DeniedError, InvalidError, NotFoundError, orNotFound } from '../../../domain/errors';
import { type Page, type PageWindow, readInBatches } from '../../../domain/page';
import type { AssetSortKey } from '../../../domain/query/asset-field';
import { readAssetSearch } from '../../../domain/query/asset-search';
import { AccountService } from '../../account/account.service';
import {
  ProjectViewRepository,
  type ViewedAsset,
  type ViewedCounts,
  type StoredView,
  type ViewChange,
} from './project-view.repository';

export type { ViewedAsset, ViewedCounts };

export interface ProjectView extends StoredView {
  readonly usernames: readonly string[];
}

export interface ProjectViewChange extends ViewChange {
  readonly usernames?: readonly string[];
}

export type NewProjectView = Required<ProjectViewChange>;

const BY_NAME: readonly AssetSortKey[] = [{ by: 'name', descending: false }];

/** Views that superusers define of the projects and users of some countries (decision 138). */
@Injectable()
export class ProjectViewService {
  constructor(
    private readonly views: ProjectViewRepository,
    private readonly accounts: AccountService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Views assigned to the caller; all for a superuser. */
  async list(actor: UserActor, window: PageWindow): Promise<Page<ProjectView>> {
    const [items, count] = await this.views.list(actor.isSuperuser ? undefined : actor.id, window);
    return { count, items: await this.withUsernames(items) };
  }

  /** @throws NotFoundError unless the caller is a superuser or the view is assigned to them */
  async show(actor: UserActor, uid: string): Promise<ProjectView> {
    const [view] = await this.withUsernames([await this.find(actor, uid)]);
    return view!;
  }

  /** @throws InvalidError on `assigned_users` for an unknown user */
  async create(actor: UserActor, { usernames, ...view }: NewProjectView): Promise<ProjectView> {
    const userIds = await this.idsOf(usernames);
    const uid = generateUid(UID_PREFIX.projectView, randomBytes);
    await this.unitOfWork.run(async (transaction) => {
      const id = await this.views.insert(transaction, { ...view, uid, dateCreated: this.clock.now() });
      await this.views.assign(transaction, id, userIds);
    });
    return this.show(actor, uid);
  }

  /** @throws InvalidError on `assigned_users` for an unknown user; NotFoundError */
  async change(
    actor: UserActor,
    uid: string,
    { usernames, ...change }: ProjectViewChange,
  ): Promise<ProjectView> {
    const { id } = await this.find(actor, uid);
    const userIds = usernames === undefined ? undefined : await this.idsOf(usernames);
    await this.unitOfWork.run(async (transaction) => {
      await this.views.update(transaction, id, change);
      if (userIds !== undefined) await this.views.assign(transaction, id, userIds);
    });
    return this.show(actor, uid);
  }

  /** @throws NotFoundError */
  async delete(actor: UserActor, uid: string): Promise<void> {
    const { id } = await this.find(actor, uid);
    await this.unitOfWork.run((transaction) => this.views.delete(transaction, id));
  }

  /** @throws NotFoundError as `show`; DeniedError without `view_asset`; InvalidError for an invalid search */
  async assets(
    actor: UserActor,
    uid: string,
    { search, order }: { readonly search: string | undefined; readonly order: readonly AssetSortKey[] },
    window: PageWindow,
  ): Promise<Page<ViewedAsset> & { readonly showsSubmissions: boolean }> {
    const { countries, permissions } = await this.findWithAssets(actor, uid);
    const page = await this.views.assets(countries, filterOf(search), order, window);
    return { ...page, showsSubmissions: permissions.includes('view_submissions') };
  }

  /** @throws as `assets` */
  async counts(actor: UserActor, uid: string, search: string | undefined): Promise<ViewedCounts> {
    const { countries } = await this.findWithAssets(actor, uid);
    return this.views.counts(countries, filterOf(search));
  }

  /** @throws NotFoundError as `show` */
  async users(actor: UserActor, uid: string, window: PageWindow): Promise<Page<ViewedUser>> {
    const { countries } = await this.find(actor, uid);
    return this.views.listUsers(countries, this.accounts.anonymousUserId, window);
  }

  /** @throws NotFoundError as `show`; DeniedError without `view_asset` */
  async assertReadsAssets(actor: UserActor, uid: string): Promise<void> {
    await this.findWithAssets(actor, uid);
  }

  /**
   * All projects by name. Their ids are read first, so that an overload refuses the response instead of breaking it off; the
   * rows are read in batches while it is sent.
   * @throws NotFoundError as `show`; DeniedError without `view_asset`
   */
  async streamAssets(actor: UserActor, uid: string) {
    const { countries, permissions } = await this.findWithAssets(actor, uid);
    const ids = await this.views.listAssetIds(countries, BY_NAME);
    return {
      showsSubmissions: permissions.includes('view_submissions'),
      assets: readInBatches(ids, (batch) => this.views.assetsOf(countries, batch)),
    };
  }

  /** All users by username, read as the projects are. @throws NotFoundError as `show` */
  async streamUsers(actor: UserActor, uid: string): Promise<AsyncIterable<ViewedUser>> {
    const { countries } = await this.find(actor, uid);
    const ids = await this.views.listUserIds(countries, this.accounts.anonymousUserId);
    return readInBatches(ids, (batch) => this.views.usersOf(countries, batch));
  }

  private async findWithAssets(actor: UserActor, uid: string): Promise<StoredView> {
    const view = await this.find(actor, uid);
    if (!view.permissions.includes('view_asset')) throw new DeniedError();
    return view;
  }

  private async find(actor: UserActor, uid: string): Promise<StoredView> {
    const view = orNotFound(await this.views.find(uid));
    if (!actor.isSuperuser && !(await this.views.isAssigned(view.id, actor.id))) throw new NotFoundError();
    return view;
  }

  private async idsOf(usernames: readonly string[]): Promise<number[]> {
    const found = await this.accounts.findByUsernames(usernames);
    const unknown = usernames.filter((name) => found.get(name.toLowerCase()) === undefined);
    if (unknown.length > 0) {
      throw new InvalidError({ assigned_users: unknown.map((name) => `There is no user ${name}.`) });
    }
    return [...found.values()].map(({ id }) => id);
  }

  private async withUsernames(views: readonly StoredView[]): Promise<ProjectView[]> {
    const assigned = await this.views.assignments(views.map(({ id }) => id));
    return Promise.all(
      views.map(async (view) => ({
        ...view,
        usernames: await Promise.all(
          assigned
            .filter(({ viewId }) => viewId === view.id)
            .map(({ userId }) => this.accounts.usernameOf(userId)),
        ),
      })),
    );
  }
}

function filterOf(search: string | undefined) {
  return search === undefined ? undefined : readAssetSearch(search).filter;
}
