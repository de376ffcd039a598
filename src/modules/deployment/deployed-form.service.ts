import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { NotifiedCache } from '../../database/cache/notified-cache';
import { ChangeNotifications } from '../../database/change-notifications';
import type { Actor } from '../../domain/account/actor';
import { expandKoboRows } from '../../domain/content/kobo/expand-kobo-rows';
import { InvalidError, NotFoundError, orNotFound } from '../../domain/errors';
import {
  type DeployedVersion,
  formReading,
  type FormReading,
  readingOf,
  versionFactsOf,
  versionNamed,
  type VersionReading,
} from '../../domain/submission/version-reading';
import type { FormVersion } from '../../domain/form-history/version-schema';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { RevalidatedRead } from '../../domain/revalidated-read';
import type { InstanceFacts } from '../../domain/submission/instance-parser';
import { type SubmissionSubscriber, SubmissionSubscribers } from '../../events/subscribers.port';
import { AccountService } from '../account/account.service';
import { DeploymentRepository, type FormListFilter, type FormRow } from './deployment.repository';

export interface DeployedForm {
  readonly assetId: number;
  readonly assetUid: string;
  readonly ownerId: number;
  readonly formUuid: string;
  readonly active: boolean;
  readonly ownerIsActive: boolean;
  readonly encrypted: boolean;
  readonly rootName: string;
  readonly version: string;
  /** Of all versions; `DeployedFormService.versionOf` has that of one submission. */
  readonly reading: FormReading;
  /** Deployed versions, latest first. */
  readonly versionUids: readonly string[];
  /** Notified within the transaction that stores a submission. */
  readonly subscribers: readonly SubmissionSubscriber[];
}

/** Version of a submission, and how it is read. */
export interface SubmissionVersion {
  /** Null if no version of the form is known. */
  readonly uid: string | null;
  readonly reading: VersionReading;
}

/** Finds the version of a submission as `DeployedFormService.versionOf` does, without a query. */
export type VersionFinder = (named: NamedVersion, storedUid?: string | null) => SubmissionVersion;

type NamedVersion = Pick<InstanceFacts, 'versionUids' | 'formVersion'>;

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

/** Paths in memory, of forms with several versions and of older versions. */
const MAX_CACHED_PATHS = 200_000;
/** Memory of an entry without its paths, in paths. */
const ENTRY_PATHS = 10;

/** Provides deployed forms: form lists and XML for collectors, cached facts for submission intake. */
@Injectable()
export class DeployedFormService {
  private readonly cache: NotifiedCache<DeployedForm>;
  /** By versions: a deployed version never changes. */
  private readonly readings = new LRUCache<string, FormReading>({
    maxSize: MAX_CACHED_PATHS,
    sizeCalculation: ({ newest, numericPaths, questionPaths }) =>
      ENTRY_PATHS + sizeOf(newest) + numericPaths.size + questionPaths.length,
  });
  private readonly olderReadings = new LRUCache<string, VersionReading>({
    maxSize: MAX_CACHED_PATHS,
    sizeCalculation: (reading) => ENTRY_PATHS + sizeOf(reading),
  });

  constructor(
    private readonly deployments: DeploymentRepository,
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

  /**
   * Version by which a submission is read: the one that it names (contract-xlsform 4.2).
   * @param storedUid of a stored submission, used if its XML names no version
   */
  async versionOf(
    form: DeployedForm,
    named: NamedVersion,
    storedUid: string | null = null,
  ): Promise<SubmissionVersion> {
    const uid = uidNamed(form, named, storedUid);
    if (uid === null || uid === form.versionUids[0]) return { uid, reading: form.reading.newest };
    return { uid, reading: await this.olderReading(form, uid) };
  }

  /** Loads all versions, to find those of stored submissions inside a transaction, which must not take a second connection. */
  async versionFinder(form: DeployedForm): Promise<VersionFinder> {
    const { assetId, versionUids, reading } = form;
    const versions = versionUids.length > 1 ? await this.deployedVersions(assetId) : [];
    const readings = new Map<string | null, VersionReading>([[versionUids[0] ?? null, reading.newest]]);
    return (named, storedUid = null) => {
      const uid = uidNamed(form, named, storedUid);
      const found = readings.get(uid) ?? readingAmong(versions, uid) ?? reading.newest;
      readings.set(uid, found);
      return { uid, reading: found };
    };
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
      return this.listed({
        submitterIds: [],
        all: true,
        username: undefined,
        formId: requestedId,
        assetUid: linked,
      });
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

  private async olderReading({ assetId, versionUids }: DeployedForm, uid: string): Promise<VersionReading> {
    const key = `${uid} ${versionUids.join()}`;
    const cached = this.olderReadings.get(key);
    if (cached !== undefined) return cached;
    const reading = orNotFound(readingAmong(await this.deployedVersions(assetId), uid));
    this.olderReadings.set(key, reading);
    return reading;
  }

  private async formReading({ assetId, facts, versionUids }: FormRow): Promise<FormReading> {
    const [newest = ''] = versionUids;
    if (versionUids.length <= 1) return formReading([{ uid: newest, facts }]);
    const key = versionUids.join();
    const cached = this.readings.get(key);
    if (cached !== undefined) return cached;
    const [, ...older] = await this.deployedVersions(assetId);
    const reading = formReading([{ uid: newest, facts }, ...older]);
    this.readings.set(key, reading);
    return reading;
  }

  /** Derives and stores the structure of versions that were deployed before it was kept. Latest first. */
  private async deployedVersions(assetId: number): Promise<DeployedVersion[]> {
    const versions: DeployedVersion[] = [];
    for (const { id, uid, facts } of await this.deployments.versionFacts(assetId)) {
      if (facts !== undefined) {
        versions.push({ uid, facts });
        continue;
      }
      const derived = versionFactsOf(await this.deployments.versionContent(id));
      await this.deployments.storeMissingFacts(id, derived);
      versions.push({ uid, facts: derived });
    }
    return versions;
  }

  private getCached(
    key: string,
    ids: { formUuid: string } | { assetUid: string },
  ): Promise<DeployedForm | undefined> {
    return this.cache.get(key, async () => {
      const row = await this.deployments.findForm(ids);
      if (row === undefined) return undefined;
      const subscribers = await this.subscribers.forAsset(row.assetId);
      const { facts, ...columns } = row;
      const { encrypted, rootName, version } = facts;
      const reading = await this.formReading(row);
      return {
        value: { ...columns, encrypted, rootName, version: version ?? '', reading, subscribers },
        dependencies: [
          { subject: 'asset', id: row.assetId },
          { subject: 'user', id: row.ownerId },
        ],
      };
    });
  }
}

function uidNamed(
  { versionUids: uids, reading: { uidsByLabel } }: DeployedForm,
  named: NamedVersion,
  storedUid: string | null,
): string | null {
  return versionNamed({ uids, uidsByLabel }, named, storedUid);
}

/** @param versions latest first */
function readingAmong(versions: readonly DeployedVersion[], uid: string | null): VersionReading | undefined {
  const own = versions.find((version) => version.uid === uid);
  const others = versions.filter((version) => version !== own).map(({ facts }) => facts);
  return own && readingOf(own.facts, others);
}

function sizeOf({ repeatPaths, geoPaths, filePaths, recordedPaths }: VersionReading): number {
  return repeatPaths.size + geoPaths.size + filePaths.size + recordedPaths.size;
}
