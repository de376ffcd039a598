import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import type { Actor, UserActor } from '../../../domain/account/actor';
import { generateUid, UID_PREFIX } from '../../../domain/asset/uid';
import {
  DeniedError,
  InvalidError,
  NotFoundError,
  UnauthenticatedError,
  orNotFound,
} from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { FormEngine } from '../../../workers/form-engine/form-engine';
import type {
  ContentBytes,
  SheetSource,
  PreparedForm,
  PreviewedForm,
} from '../../../workers/form-engine/form-engine-types';
import { JobRegistry } from '../../../jobs/job-queue.port';
import { type DeployableVersion, VersionService } from '../../asset/version.service';
import { PermissionService } from '../../permission/permission.service';
import { type SnapshotDetailRow, SnapshotRepository, type SnapshotRow } from './snapshot.repository';
import { FormProblemsError } from '../../../domain/content/form-problem';

export interface SnapshotInput {
  readonly assetUid?: string;
  readonly source?: SheetSource;
  readonly note?: string;
}

/** Deviations from the default snapshot of a version. */
interface SnapshotVariant {
  readonly rootName?: string;
  readonly note?: string;
}

export type SnapshotView = SnapshotRow;
export type SnapshotDetailView = SnapshotDetailRow;

export interface SnapshotXForm {
  readonly uid: string;
  readonly assetUid: string | undefined;
  /** Asset name; '' without an asset. */
  readonly name: string;
  readonly xml: Uint8Array;
}

export interface SnapshotPage extends Page<SnapshotView> {
  /** Streams the sources as array elements, each in its frame. */
  readonly writeSources: (
    sink: Writable,
    frame: { head: string; before: readonly string[]; after: string; tail: string },
  ) => Promise<void>;
}

type Access = AssetAccess<'view_asset'>;

/** Names of a form without an asset, as in KoboToolbox. */
const SOURCE_FORM_NAMES = { uid: 'snapshot_xml', title: 'Snapshot XML' };

const RETENTION_DAYS = 30;
const CLEANUP_INTERVAL_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Compiles forms for previews. Snapshots unused for 30 days are deleted. */
@Injectable()
export class SnapshotService implements OnModuleInit {
  private readonly logger = new Logger('snapshot');

  constructor(
    private readonly snapshots: SnapshotRepository,
    private readonly versions: VersionService,
    private readonly engine: FormEngine,
    private readonly permissions: PermissionService,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.registerScheduled({
      name: 'snapshots.delete-unused',
      intervalMs: CLEANUP_INTERVAL_MS,
      run: () => this.deleteUnused(),
    });
  }

  /**
   * Reuses the snapshot of the latest version unless there is a source or a note.
   * @throws InvalidError with `status`, `error_type` and `error` if the form does not compile
   */
  async create(actor: Actor, { assetUid, source, ...note }: SnapshotInput): Promise<SnapshotDetailView> {
    if (assetUid === undefined && source === undefined) {
      throw InvalidError.at('asset', 'Specify an asset and/or a source');
    }
    const access = assetUid === undefined ? undefined : await this.authorizeAsset(actor, assetUid);
    const uid =
      source === undefined
        ? await this.createFromAsset(access!, note)
        : await this.createFromSource(actor, access, source, note);
    return this.find(uid);
  }

  /** @param rootName of the submission to edit. @returns uid of the snapshot, compiled if missing */
  async ensureForVersion(access: Access, versionUid: string, rootName: string): Promise<string> {
    const latest = orNotFound(await this.versions.newest(access));
    const version =
      latest.uid === versionUid ? latest : { ...latest, ...(await this.versions.show(access, versionUid)) };
    return this.findOrCreate(access, version, rootName === access.assetUid ? {} : { rootName });
  }

  /** Lists snapshots of the caller and of assets shared with them; none for anonymous callers (contract-assets 7.3). */
  async list(actor: Actor, { limit, start }: PageWindow): Promise<SnapshotPage> {
    const [count, items] =
      actor.kind === 'anonymous'
        ? [0, []]
        : await Promise.all([this.snapshots.count(actor.id), this.snapshots.list(actor.id, limit, start)]);
    const ids = items.map(({ id }) => id);
    return {
      count,
      items,
      writeSources: (sink, frame) => this.snapshots.streamSources(ids, frame, sink),
    };
  }

  /** @throws NotFoundError unless the caller created it or may view its asset */
  async show(actor: Actor, uid: string): Promise<SnapshotDetailView> {
    const snapshot = await this.find(uid);
    if (!(await this.canView(actor, snapshot))) throw new NotFoundError();
    return snapshot;
  }

  /** Public to anyone who knows the uid, as web forms fetch previews without credentials. @throws NotFoundError */
  async xml(uid: string): Promise<Uint8Array> {
    return orNotFound(await this.snapshots.findXml(uid));
  }

  /** @throws NotFoundError unless the caller created it or may view its asset */
  async getXForm(actor: Actor, uid: string): Promise<SnapshotXForm> {
    const { assetUid, assetName } = await this.show(actor, uid);
    return { uid, assetUid: assetUid ?? undefined, name: assetName ?? '', xml: await this.xml(uid) };
  }

  /** @throws NotFoundError for an unknown snapshot, or one without an asset */
  async findAsset(uid: string): Promise<{ assetUid: string; name: string }> {
    const { assetUid, assetName } = await this.find(uid);
    if (assetUid === null) throw new NotFoundError();
    return { assetUid, name: assetName ?? '' };
  }

  /** @throws DeniedError unless the caller owns the asset, or created the snapshot from a source */
  async remove(actor: UserActor, uid: string): Promise<void> {
    const snapshot = await this.show(actor, uid);
    const isOwn = snapshot.versionId === null && snapshot.ownerId === actor.id;
    if (!isOwn && !actor.isSuperuser && snapshot.assetOwnerId !== actor.id) throw new DeniedError();
    await this.snapshots.remove(uid);
  }

  /** The snapshot is owned by the owner of the asset, not by the caller. */
  private async createFromAsset(access: Access, note: SnapshotVariant): Promise<string> {
    const version = await this.versions.newest(access);
    if (version === undefined) {
      throw InvalidError.at(
        'asset',
        'A collection has no form. Send the URL of a survey, template, block or question.',
      );
    }
    return this.findOrCreate(access, version, note);
  }

  /** Reuses the default snapshot of a version; variants are compiled on each call. */
  private async findOrCreate(
    { ownerId, assetId, assetUid }: Access,
    { id: versionId, content, assetName: title }: Pick<DeployableVersion, 'id' | 'content' | 'assetName'>,
    variant: SnapshotVariant,
  ): Promise<string> {
    const now = this.clock.now();
    const isDefault = Object.keys(variant).length === 0;
    const existing = isDefault ? await this.snapshots.reuse(versionId, now) : undefined;
    if (existing !== undefined) return existing;
    const uid = generateUid(UID_PREFIX.snapshot, randomBytes);
    const { xml, warnings } = await this.compile(content, { uid: assetUid, title, ...variant });
    const origin = isDefault ? { versionId, source: null } : { versionId: null, source: content };
    return this.snapshots.insert({ uid, ownerId, assetId, ...origin, xml, warnings, now });
  }

  /** The caller owns the snapshot, so anonymous callers are rejected. */
  private async createFromSource(
    actor: Actor,
    access: Access | undefined,
    source: SheetSource,
    note: SnapshotVariant,
  ): Promise<string> {
    if (actor.kind === 'anonymous') throw new UnauthenticatedError();
    const { content, title } = await this.standardise(source);
    const uid = generateUid(UID_PREFIX.snapshot, randomBytes);
    const { xml, warnings } = await this.compile(content, {
      ...SOURCE_FORM_NAMES,
      ...(access && { uid: access.assetUid }),
      ...(title !== undefined && { title }),
      ...note,
    });
    return this.snapshots.insert({
      uid,
      ownerId: actor.id,
      assetId: access?.assetId ?? null,
      versionId: null,
      source: content,
      xml,
      warnings,
      now: this.clock.now(),
    });
  }

  private async standardise(source: SheetSource): Promise<PreparedForm> {
    try {
      return await this.engine.standardise(source, { assetType: 'survey' });
    } catch (error) {
      throw toSnapshotError(error);
    }
  }

  private async compile(
    content: ContentBytes,
    names: Parameters<FormEngine['preview']>[1],
  ): Promise<PreviewedForm> {
    try {
      return await this.engine.preview(content, names);
    } catch (error) {
      throw toSnapshotError(error);
    }
  }

  /** Denies access to missing and hidden assets alike. */
  private async authorizeAsset(actor: Actor, assetUid: string): Promise<Access> {
    const access = await this.permissions.authorize(actor, assetUid, 'view_asset');
    if (access !== undefined) return access;
    throw actor.kind === 'anonymous' ? new UnauthenticatedError() : new DeniedError();
  }

  private async canView(actor: Actor, { ownerId, assetUid }: SnapshotRow): Promise<boolean> {
    if (actor.kind === 'user' && (actor.isSuperuser || actor.id === ownerId)) return true;
    return (
      assetUid !== null && (await this.permissions.authorize(actor, assetUid, 'view_asset')) !== undefined
    );
  }

  private async find(uid: string): Promise<SnapshotDetailRow> {
    return orNotFound(await this.snapshots.find(uid));
  }

  private async deleteUnused(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - RETENTION_DAYS * DAY_MS);
    const deleted = await this.snapshots.deleteUnused(before);
    if (deleted > 0) this.logger.log(`Deleted ${deleted} snapshots unused for ${RETENTION_DAYS} days.`);
  }
}

/**
 * Converts form errors to an InvalidError with `status`, `error_type`, `error` and `warnings` besides `detail`
 * (contract-assets 7.3), or on the field `source` for malformed content; returns other errors unchanged. `error_type`
 * is the class name that KoboToolbox reports.
 */
function toSnapshotError(error: unknown): unknown {
  if (error instanceof InvalidError && error.fields?.['content'] !== undefined) {
    return new InvalidError({ source: error.fields['content'] });
  }
  if (!(error instanceof FormProblemsError)) return error;
  return new InvalidError(error.message, {
    status: 'failure',
    error_type: 'PyXFormError',
    error: error.message,
    warnings: [],
  });
}
