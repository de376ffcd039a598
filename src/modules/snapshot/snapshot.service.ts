import { randomBytes } from 'node:crypto';
import type { Writable } from 'node:stream';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../config/clock';
import type { Actor, UserActor } from '../../domain/account/actor';
import { makeUid, UID_PREFIX } from '../../domain/asset/uid';
import { DeniedError, InvalidError, NotFoundError, UnauthenticatedError } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  type ContentBytes,
  FormEngine,
  type FormSource,
  type PreparedForm,
  type PreviewedForm,
} from '../../workers/form-engine/form-engine.port';
import { JobRegistry } from '../../jobs/job-queue.port';
import { type DeployableVersion, VersionService } from '../asset/version.service';
import { PermissionService } from '../permission/permission.service';
import { snapshotRefusal } from './snapshot-form';
import { type SnapshotDetailRow, SnapshotQuery, type SnapshotRow } from './snapshot.query';
import { SnapshotRepository } from './snapshot.repository';

/** What a snapshot is made of: a source, an asset, or a source for an asset. */
export interface SnapshotInput {
  readonly assetUid?: string;
  /** Sheets in any of the forms that clients send. */
  readonly source?: FormSource;
  /** What people read before the first question. */
  readonly note?: string;
}

/** A root that is called otherwise than the form, and what stands before the form. */
interface Unusual {
  readonly rootName?: string;
  readonly note?: string;
}

export type SnapshotView = SnapshotRow;
export type SnapshotDetailView = SnapshotDetailRow;

/** The form of a snapshot, and what it is called. */
export interface ReadableSnapshot {
  readonly uid: string;
  /** Empty for one without an asset. */
  readonly name: string;
  readonly xml: Uint8Array;
}

/** A page whose sources are still in the database. */
export interface SnapshotPage extends Page<SnapshotView> {
  /** Streams the sources, each in its frame, as the inside of an array. */
  readonly writeSources: (
    sink: Writable,
    frame: { head: string; before: readonly string[]; after: string; tail: string },
  ) => Promise<void>;
}

type Access = AssetAccess<'view_asset'>;

/** What a form is called that belongs to no asset. */
const NAMELESS = { uid: 'snapshot_xml', title: 'Snapshot XML' };

/** A preview is looked at within minutes; whoever wants it again makes it again. */
const KEPT_DAYS = 30;
const SWEEP_MS = 60 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

/** Forms compiled to be looked at before they are deployed. They are expendable: what is not used for a month goes. */
@Injectable()
export class SnapshotService implements OnModuleInit {
  private readonly logger = new Logger('snapshot');

  constructor(
    private readonly snapshots: SnapshotRepository,
    private readonly snapshotQuery: SnapshotQuery,
    private readonly versions: VersionService,
    private readonly engine: FormEngine,
    private readonly permissions: PermissionService,
    private readonly registry: JobRegistry,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.registry.registerChore({
      name: 'remove unused snapshots',
      everyMs: SWEEP_MS,
      run: () => this.removeUnused(),
    });
  }

  /**
   * Compiles a source, or the newest version of an asset; the snapshot that the version has already is used again, unless a
   * note goes with it.
   * @throws InvalidError with `status`, `error_type` and `error` for a form that does not compile
   */
  async create(actor: Actor, { assetUid, source, ...note }: SnapshotInput): Promise<SnapshotDetailView> {
    if (assetUid === undefined && source === undefined) {
      throw new InvalidError({ asset: ['Specify an asset and/or a source'] });
    }
    const access = assetUid === undefined ? undefined : await this.accessTo(actor, assetUid);
    // One of the two is there.
    const uid =
      source === undefined
        ? await this.ofVersion(access!, note)
        : await this.ofSource(actor, access, source, note);
    return this.find(uid);
  }

  /**
   * The form of a version that was deployed, with a root of this name, for what was collected under it.
   * @returns its uid
   */
  async ofDeployed(access: Access, versionUid: string, rootName: string): Promise<string> {
    const newest = await this.versions.newest(access);
    if (newest === undefined) throw new NotFoundError();
    const version =
      newest.uid === versionUid ? newest : { ...newest, ...(await this.versions.show(access, versionUid)) };
    return this.keep(access, version, rootName === access.assetUid ? {} : { rootName });
  }

  /** The caller's own, and those of assets that were shared with it; none for an anonymous caller (contract-assets 7.3). */
  async list(actor: Actor, { limit, start }: PageWindow): Promise<SnapshotPage> {
    const [count, items] =
      actor.kind === 'anonymous'
        ? [0, []]
        : await Promise.all([
            this.snapshotQuery.count(actor.id),
            this.snapshotQuery.list(actor.id, limit, start),
          ]);
    const ids = items.map(({ id }) => id);
    return {
      count,
      items,
      writeSources: (sink, frame) => this.snapshotQuery.streamSources(ids, frame, sink),
    };
  }

  /** @throws NotFoundError for whoever neither made it nor views its asset */
  async show(actor: Actor, uid: string): Promise<SnapshotDetailView> {
    const snapshot = await this.find(uid);
    if (!(await this.maySee(actor, snapshot))) throw new NotFoundError();
    return snapshot;
  }

  /** The form; whoever knows its uid may have it, as whoever fills in a preview is signed in nowhere. */
  async xml(uid: string): Promise<Uint8Array> {
    const xml = await this.snapshotQuery.findXml(uid);
    if (xml === undefined) throw new NotFoundError();
    return xml;
  }

  /** The form with its name, for whoever wants to read it. @throws NotFoundError as `show` does */
  async readable(actor: Actor, uid: string): Promise<ReadableSnapshot> {
    const { assetName } = await this.show(actor, uid);
    return { uid, name: assetName ?? '', xml: await this.xml(uid) };
  }

  /** The asset whose form it is. @throws NotFoundError where it is of no asset */
  async assetOf(uid: string): Promise<{ assetUid: string; name: string }> {
    const { assetUid, assetName } = await this.find(uid);
    if (assetUid === null) throw new NotFoundError();
    return { assetUid, name: assetName ?? '' };
  }

  /** @throws DeniedError for whoever sees it but may not delete its asset */
  async remove(actor: UserActor, uid: string): Promise<void> {
    const snapshot = await this.show(actor, uid);
    const isOwn = snapshot.versionId === null && snapshot.ownerId === actor.id;
    if (!isOwn && !actor.isSuperuser && snapshot.assetOwnerId !== actor.id) throw new DeniedError();
    await this.snapshots.remove(uid);
  }

  /** The asset's owner owns it, whoever asked. */
  private async ofVersion(access: Access, note: Unusual): Promise<string> {
    const version = await this.versions.newest(access);
    if (version === undefined) {
      throw new InvalidError({
        asset: ['A collection has no form; name a survey, template, block or question.'],
      });
    }
    return this.keep(access, version, note);
  }

  /** A version has one usual snapshot; of unusual ones there are as many as are asked for. */
  private async keep(
    { ownerId, assetId, assetUid }: Access,
    { id: versionId, content, assetName: title }: Pick<DeployableVersion, 'id' | 'content' | 'assetName'>,
    unusual: Unusual,
  ): Promise<string> {
    const now = this.clock.now();
    const isUsual = Object.keys(unusual).length === 0;
    const known = isUsual ? await this.snapshots.useAgain(versionId, now) : undefined;
    if (known !== undefined) return known;
    const uid = makeUid(UID_PREFIX.snapshot, randomBytes);
    const { xml, warnings } = await this.compile(content, { uid: assetUid, title, ...unusual });
    const made = isUsual ? { versionId, source: null } : { versionId: null, source: content };
    return this.snapshots.insert({ uid, ownerId, assetId, ...made, xml, warnings, now });
  }

  /** Whoever sends a source owns what is made of it, so that nobody sends one without a name. */
  private async ofSource(
    actor: Actor,
    access: Access | undefined,
    source: FormSource,
    note: Unusual,
  ): Promise<string> {
    if (actor.kind === 'anonymous') throw new UnauthenticatedError();
    const { content, title } = await this.standardise(source);
    const uid = makeUid(UID_PREFIX.snapshot, randomBytes);
    const { xml, warnings } = await this.compile(content, {
      ...NAMELESS,
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

  private async standardise(source: FormSource): Promise<PreparedForm> {
    try {
      return await this.engine.standardise(source, { assetType: 'survey' });
    } catch (error) {
      throw snapshotRefusal(error);
    }
  }

  private async compile(
    content: ContentBytes,
    names: Parameters<FormEngine['preview']>[1],
  ): Promise<PreviewedForm> {
    try {
      return await this.engine.preview(content, names);
    } catch (error) {
      throw snapshotRefusal(error);
    }
  }

  /** An asset that there is not is refused like one that is hidden. */
  private async accessTo(actor: Actor, assetUid: string): Promise<Access> {
    const access = await this.permissions.prove(actor, assetUid, 'view_asset');
    if (access !== undefined) return access;
    throw actor.kind === 'anonymous' ? new UnauthenticatedError() : new DeniedError();
  }

  private async maySee(actor: Actor, { ownerId, assetUid }: SnapshotRow): Promise<boolean> {
    if (actor.kind === 'user' && (actor.isSuperuser || actor.id === ownerId)) return true;
    return assetUid !== null && (await this.permissions.prove(actor, assetUid, 'view_asset')) !== undefined;
  }

  private async find(uid: string): Promise<SnapshotDetailRow> {
    const snapshot = await this.snapshotQuery.find(uid);
    if (snapshot === undefined) throw new NotFoundError();
    return snapshot;
  }

  private async removeUnused(): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS);
    const removed = await this.snapshotQuery.removeUnused(before);
    if (removed > 0) this.logger.log(`Removed ${removed} snapshots that nobody used for ${KEPT_DAYS} days.`);
  }
}
