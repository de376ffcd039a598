import { Injectable } from '@nestjs/common';
import { NotifiedCache } from '../../database/cache/notified-cache';
import { ChangeNotifications } from '../../database/change-notifications';
import type { Actor } from '../../domain/account/actor';
import { expandKoboRows } from '../../domain/content/kobo/expand-kobo-rows';
import { InvalidError, NotFoundError, orNotFound } from '../../domain/errors';
import type { FormVersion } from '../../domain/form-history/version-schema';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { RevalidatedRead } from '../../domain/revalidated-read';
import type { FormPaths } from '../../domain/submission/instance-flattening';
import { numericPaths } from '../../domain/xform/form-facts';
import { type SubmissionSubscriber, SubmissionSubscribers } from '../../events/submission-subscriber.port';
import { AccountService } from '../account/account.service';
import { DeploymentQuery, type FormListFilter, type FormRow } from './deployment.query';

export interface DeployedForm {
  readonly assetId: number;
  readonly assetUid: string;
  readonly formUuid: string;
  readonly active: boolean;
  readonly ownerIsActive: boolean;
  readonly encrypted: boolean;
  readonly rootName: string;
  readonly version: string;
  readonly paths: FormPaths;
  /** Questions in order; each outermost repeat once, by its path. */
  readonly questionPaths: readonly string[];
  readonly numericPaths: ReadonlySet<string>;
  /** Questions that the device answers with a file: audits and background recordings. */
  readonly recordedPaths: ReadonlySet<string>;
  readonly versionUids: readonly string[];
  /** Notified within the transaction that stores a submission. */
  readonly subscribers: readonly SubmissionSubscriber[];
}

export interface ListedForm {
  readonly assetUid: string;
  readonly name: string;
  readonly version: string;
  readonly xmlMd5: string;
}

/** Empty form list, as for an unknown collector link. */
export const NO_FORMS: RevalidatedRead<readonly ListedForm[]> = {
  key: undefined,
  reader: { userIds: [], seesAll: false },
  read: () => Promise.resolve([]),
};

const CACHE_LIMITS = { maxEntries: 5_000, ttlMs: 60_000 };

/** Provides deployed forms: form lists and XML for collectors, cached facts for submission intake. */
@Injectable()
export class DeployedFormService {
  private readonly cache: NotifiedCache<DeployedForm>;

  constructor(
    private readonly deployments: DeploymentQuery,
    private readonly accounts: AccountService,
    private readonly subscribers: SubmissionSubscribers,
    notifications: ChangeNotifications,
  ) {
    this.cache = new NotifiedCache(notifications, CACHE_LIMITS);
  }

  /** Finds a form by the uuid of its deployment, else by its form id, the asset uid (contract-data 4.3). */
  async find(ids: {
    formUuid: string | undefined;
    formId: string | undefined;
  }): Promise<DeployedForm | undefined> {
    const { formUuid, formId: assetUid } = ids;
    const byUuid =
      formUuid === undefined ? undefined : await this.getCached(`uuid:${formUuid}`, { formUuid });
    if (byUuid !== undefined || assetUid === undefined) return byUuid;
    return this.getCached(`id:${assetUid}`, { assetUid });
  }

  async findByAsset({ assetUid }: Pick<AssetAccess<never>, 'assetUid'>): Promise<DeployedForm | undefined> {
    return this.getCached(`id:${assetUid}`, { assetUid });
  }

  /** @throws InvalidError if the asset was never deployed (contract-data 0) */
  async getDeployed(access: Pick<AssetAccess<never>, 'assetUid'>): Promise<DeployedForm> {
    const form = await this.findByAsset(access);
    if (form === undefined) throw new InvalidError('The specified asset has not been deployed');
    return form;
  }

  /** @throws NotFoundError unless the deployment is active */
  async getActive(access: Pick<AssetAccess<never>, 'assetUid'>): Promise<DeployedForm> {
    const form = await this.findByAsset(access);
    if (form?.active !== true) throw new NotFoundError();
    return form;
  }

  /** Title and deployed versions, oldest first. @param uids undefined: all versions */
  async history(
    { assetId }: Pick<AssetAccess<never>, 'assetId'>,
    uids?: readonly string[],
  ): Promise<{ title: string; versions: FormVersion[] }> {
    const { name: title, versions } = await this.deployments.history(assetId, uids);
    return {
      title,
      versions: versions.map(({ uid, content }) => ({ uid, content: expandKoboRows(content) })),
    };
  }

  /** Languages of all deployed versions, latest version first; null is the unnamed one. */
  languages({ assetId }: Pick<AssetAccess<never>, 'assetId'>): Promise<(string | null)[]> {
    return this.deployments.languages(assetId);
  }

  /**
   * Lists active forms that the caller may submit to. Forms open to anonymous users are listed only with a `username`, which
   * restricts the list to forms that this user owns or manages. A collector link lists its own form.
   */
  list(
    actor: Actor,
    { username, formId }: { username: string | undefined; formId: string | undefined },
  ): RevalidatedRead<readonly ListedForm[]> {
    const requestedId = formId === '' ? undefined : formId;
    if (actor.kind === 'anonymous' && actor.collectorAssetUid !== undefined) {
      const linked = actor.collectorAssetUid;
      if (requestedId !== undefined && requestedId !== linked) return NO_FORMS;
      return this.listed({ submitterIds: [], all: true, username: undefined, formId: linked });
    }
    const own = actor.kind === 'user' ? [actor.id] : [];
    return this.listed({
      submitterIds: username === undefined ? own : [...own, this.accounts.anonymousUserId],
      all: actor.kind === 'user' && actor.isSuperuser,
      username,
      formId: requestedId,
    });
  }

  /** With a username the list depends on permissions of that user, so the reader is not restricted. */
  private listed(filter: FormListFilter): RevalidatedRead<readonly ListedForm[]> {
    return {
      key: JSON.stringify(['forms', filter]),
      reader: { userIds: filter.submitterIds, seesAll: filter.all || filter.username !== undefined },
      read: () => this.deployments.listForms(filter),
    };
  }

  /** @throws NotFoundError unless the deployment is active */
  async xml({ assetId }: AssetAccess<'add_submissions'>): Promise<Uint8Array> {
    return orNotFound(await this.deployments.findXml(assetId));
  }

  private getCached(
    key: string,
    ids: { formUuid: string } | { assetUid: string },
  ): Promise<DeployedForm | undefined> {
    return this.cache.get(key, async () => {
      const row = await this.deployments.findForm(ids);
      if (row === undefined) return undefined;
      const subscribers = await this.subscribers.forAsset(row.assetId);
      return {
        value: { ...deployedForm(row), subscribers },
        dependencies: [
          { subject: 'asset', id: row.assetId },
          { subject: 'user', id: row.ownerId },
        ],
      };
    });
  }
}

function deployedForm({
  facts,
  pastFilePaths,
  ownerId: _owner,
  ...row
}: FormRow): Omit<DeployedForm, 'subscribers'> {
  return {
    ...row,
    encrypted: facts.encrypted,
    rootName: facts.rootName,
    version: facts.version ?? '',
    questionPaths: outermostPaths(facts),
    numericPaths: numericPaths(facts),
    recordedPaths: new Set(
      facts.fileQuestions
        .filter(({ kind }) => kind === 'audit' || kind === 'background-audio')
        .map(({ path }) => path),
    ),
    paths: {
      repeatPaths: new Set(facts.repeatPaths),
      geoPaths: new Set(facts.geopointPaths),
      filePaths: new Set([...facts.fileQuestions.map(({ path }) => path), ...pastFilePaths]),
    },
  };
}

function outermostPaths({ questions, repeatPaths }: FormRow['facts']): string[] {
  const outermost = (path: string): string =>
    repeatPaths.find((repeat) => path.startsWith(`${repeat}/`)) ?? path;
  return [...new Set(questions.map(({ path }) => outermost(path)))];
}
