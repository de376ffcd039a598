import { Injectable } from '@nestjs/common';
import { AnnouncedCache } from '../../database/cache/announced-cache';
import { AssetReads } from '../../database/cache/asset-reads';
import { ChangeFeed } from '../../database/change-feed';
import type { Actor } from '../../domain/account/actor';
import { expandKoboRows } from '../../domain/content/kobo/expand-kobo-rows';
import { InvalidError, NotFoundError } from '../../domain/errors';
import type { FormVersion } from '../../domain/form-history/form-version';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Rendering, Weighed } from '../../domain/text/rendering';
import type { FormPaths } from '../../domain/submission/instance-flattening';
import { numericPaths } from '../../domain/xform/form-facts';
import { type SubmissionListener, SubmissionListeners } from '../../events/submission-listener.port';
import { AccountService } from '../account/account.service';
import { DeploymentQuery, type FormListFilter, type FormRow } from './deployment.query';

/** A deployed form as intake needs it. */
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
  /** Its questions in their order; those inside a repeat stand for it once, by its outermost path. */
  readonly questionPaths: readonly string[];
  /** Questions whose answers are numbers. */
  readonly numericPaths: ReadonlySet<string>;
  /** Questions that devices answer with a file by themselves: audits and recordings. */
  readonly recordedPaths: ReadonlySet<string>;
  /** Deployed versions, the newest first. */
  readonly versionUids: readonly string[];
  /** Who must hear of its submissions, in the transaction that stores them. */
  readonly listeners: readonly SubmissionListener[];
}

/** A form as lists of forms show it. */
export interface ListedForm {
  readonly assetUid: string;
  readonly name: string;
  readonly version: string;
  readonly xmlMd5: string;
}

const REMEMBERED_FORMS = { maxEntries: 5_000, maxAgeMs: 60_000 };

/** Deployed forms as collectors meet them: lists, XML, and the facts that intake reads instances by. */
@Injectable()
export class DeployedFormService {
  private readonly remembered: AnnouncedCache<DeployedForm>;

  constructor(
    private readonly deployments: DeploymentQuery,
    private readonly accounts: AccountService,
    private readonly listeners: SubmissionListeners,
    private readonly reads: AssetReads,
    feed: ChangeFeed,
  ) {
    this.remembered = new AnnouncedCache(feed, REMEMBERED_FORMS);
  }

  /**
   * The form an instance belongs to: by the deployment's uuid that it carries, else by its form id, which is the
   * asset's uid (contract-data 4.3). Undefined when neither names one.
   */
  async find(ids: {
    formUuid: string | undefined;
    formId: string | undefined;
  }): Promise<DeployedForm | undefined> {
    const { formUuid, formId: assetUid } = ids;
    const byUuid = formUuid === undefined ? undefined : await this.remember(`uuid:${formUuid}`, { formUuid });
    if (byUuid !== undefined || assetUid === undefined) return byUuid;
    return this.remember(`id:${assetUid}`, { assetUid });
  }

  /** The form of an asset that the caller was proven a right on. */
  async of({ assetUid }: Pick<AssetAccess<never>, 'assetUid'>): Promise<DeployedForm | undefined> {
    return this.remember(`id:${assetUid}`, { assetUid });
  }

  /** @throws InvalidError when the asset was never deployed (contract-data 0) */
  async deployed(access: Pick<AssetAccess<never>, 'assetUid'>): Promise<DeployedForm> {
    const form = await this.of(access);
    if (form === undefined) throw new InvalidError('The specified asset has not been deployed');
    return form;
  }

  /** @throws NotFoundError when the asset is not deployed, or archived */
  async active(access: Pick<AssetAccess<never>, 'assetUid'>): Promise<DeployedForm> {
    const form = await this.of(access);
    if (form?.active !== true) throw new NotFoundError();
    return form;
  }

  /** What the form is called, and its deployed versions, oldest first. @param uids absent: all of them */
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

  /** Those of all deployed versions, the newest one's first; null is the one without a name. */
  languages({ assetId }: Pick<AssetAccess<never>, 'assetId'>): Promise<(string | null)[]> {
    return this.deployments.languages(assetId);
  }

  /**
   * The active forms that the caller may submit to. Without a username those it owns or was given: what anybody may fill
   * in is in nobody's list. With one, the forms that this user owns or manages, what anybody may fill in among them. Who came by
   * a link has the form of the link. The very same text for as long as nothing changes in it.
   */
  list<Text extends Weighed>(
    actor: Actor,
    { username, formId }: { username: string | undefined; formId: string | undefined },
    shown: Rendering<readonly ListedForm[], Text>,
  ): Promise<Text> {
    // Empty text asks for no form in particular.
    const only = formId === '' ? undefined : formId;
    if (actor.kind === 'anonymous' && actor.collectsFor !== undefined) {
      return this.listOne(actor.collectsFor, only, shown);
    }
    const own = actor.kind === 'user' ? [actor.id] : [];
    const filter = {
      submitterIds: username === undefined ? own : [...own, this.accounts.anonymousUserId],
      all: actor.kind === 'user' && actor.isSuperuser,
      username,
      formId: only,
    };
    return this.listKept(filter, shown);
  }

  /** The form that a link leads to, unless another one is asked for. */
  private async listOne<Text extends Weighed>(
    assetUid: string,
    formId: string | undefined,
    shown: Rendering<readonly ListedForm[], Text>,
  ): Promise<Text> {
    if (formId !== undefined && formId !== assetUid) return shown.of([]);
    return this.listKept({ submitterIds: [], all: true, username: undefined, formId: assetUid }, shown);
  }

  /** With a username it also tells what that user manages, whoever asks. */
  private async listKept<Text extends Weighed>(
    filter: FormListFilter,
    shown: Rendering<readonly ListedForm[], Text>,
  ): Promise<Text> {
    const held = await this.reads.keep({
      key: JSON.stringify(['forms', filter, shown.name]),
      by: { userIds: filter.submitterIds, seesAll: filter.all || filter.username !== undefined },
      read: async () => ({ text: shown.of(await this.deployments.listForms(filter)), counted: [] }),
    });
    return held.text;
  }

  /** @throws NotFoundError when the asset is not deployed, or archived */
  async xml({ assetId }: AssetAccess<'add_submissions'>): Promise<Uint8Array> {
    const xml = await this.deployments.findXml(assetId);
    if (xml === undefined) throw new NotFoundError();
    return xml;
  }

  private remember(
    key: string,
    ids: { formUuid: string } | { assetUid: string },
  ): Promise<DeployedForm | undefined> {
    return this.remembered.get(key, async () => {
      const row = await this.deployments.findForm(ids);
      if (row === undefined) return undefined;
      const listeners = await this.listeners.of(row.assetId);
      return {
        value: { ...deployedForm(row), listeners },
        about: [
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
}: FormRow): Omit<DeployedForm, 'listeners'> {
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
