import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import type { UserActor } from '../../../domain/account/actor';
import { InvalidError, NotFoundError, StaleStateError } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { ContentBytes } from '../../../workers/form-engine/form-engine-types';
import { VersionRepository } from '../version.repository';
import { FormDraftRepository } from './form-draft.repository';

export interface FormDraftInput {
  readonly content: ContentBytes;
  readonly baseVersionUid: string;
  /** Revision of the draft that this one replaces; undefined if there is none. */
  readonly revision: string | undefined;
}

export interface FormDraftState {
  readonly baseVersionUid: string;
  readonly revision: string;
  readonly dateModified: Date;
  /** Newest version of the asset. */
  readonly newestVersionUid: string;
}

export interface FormDraft extends FormDraftState {
  readonly content: ContentBytes;
}

type Access = AssetAccess<'change_asset'>;

const OTHER_REVISION =
  'The draft was changed, saved or discarded elsewhere since this revision. Nothing was stored: read it, then send its revision.';

/** Unsaved changes of a form, kept for the person who made them alone. A draft is no version: it changes nothing of the asset. */
@Injectable()
export class FormDraftService {
  constructor(
    private readonly drafts: FormDraftRepository,
    private readonly versions: VersionRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError without a draft of the actor */
  async show(actor: UserActor, { assetId }: Access): Promise<FormDraft> {
    const [draft, newest] = await Promise.all([
      this.drafts.find(assetId, actor.id),
      this.versions.newest(assetId),
    ]);
    if (draft === undefined) throw new NotFoundError();
    return { ...draft, newestVersionUid: newest?.uid ?? draft.baseVersionUid };
  }

  /**
   * @throws InvalidError on `base_version_id` if the asset has no such version
   * @throws StaleStateError if the stored draft has another revision
   */
  async store(
    actor: UserActor,
    { assetId }: Access,
    { content, baseVersionUid, revision: replaced }: FormDraftInput,
  ): Promise<FormDraftState> {
    if ((await this.versions.find(assetId, baseVersionUid)) === null) {
      throw InvalidError.at('base_version_id', 'The asset has no such version. Send one of its versions.');
    }
    const revision = randomUUID();
    const dateModified = this.clock.now();
    const draft = { assetId, userId: actor.id, content, baseVersionUid, revision, dateModified };
    const isStored =
      replaced === undefined ? await this.drafts.insert(draft) : await this.drafts.replace(draft, replaced);
    if (!isStored) throw new StaleStateError(OTHER_REVISION);
    const newest = await this.versions.newest(assetId);
    return { baseVersionUid, revision, dateModified, newestVersionUid: newest?.uid ?? baseVersionUid };
  }

  /** @param revision default: any @throws StaleStateError if the stored draft has another revision */
  async discard(actor: UserActor, { assetId }: Access, revision: string | undefined): Promise<void> {
    if (await this.drafts.remove(assetId, actor.id, revision)) return;
    if (await this.drafts.exists(assetId, actor.id)) throw new StaleStateError(OTHER_REVISION);
  }
}
