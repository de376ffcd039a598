import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Semaphore } from '../../concurrency/limits';
import { ChangeNotifications, type ChangeSubscriber } from '../../database/change-notifications';
import { InvalidError, UnavailableError } from '../../domain/errors';
import { mergeVersions } from '../../domain/form-history/merged-schema';
import {
  clusterPlaces,
  type MapView,
  placeBounds,
  type PlaceCluster,
  type PlaceList,
  PlaceListBuilder,
  type Position,
  positionsOf,
} from '../../domain/geo/place-clusters';
import type { AssetAccess } from '../../domain/permission/asset-access';
import {
  keyOfScope,
  narrowScope,
  readSubmissionQuery,
  scopeOf,
  type SubmissionScope,
} from '../../domain/query/submission-scope';
import { type AnswerPlace, reportQuestions } from '../../domain/report/report-question';
import { type DeployedForm, DeployedFormService } from '../deployment/deployed-form.service';
import { isNumericIn } from '../submission/read/submission.service';
import { type PlaceProgress, PlaceListRepository, type PlaceSnapshot } from './place-list.repository';

export interface PlaceClusters {
  /** Share of the submissions that were read: 1 unless a partial result was asked for. */
  readonly progress: number;
  /** Of the scope, also beyond the view. */
  readonly places: number;
  readonly bounds: readonly number[] | undefined;
  readonly clusters: readonly PlaceCluster[];
}

export interface PlaceClusterInput {
  /** Path of the question. */
  readonly question: string;
  readonly query: string | undefined;
  readonly view: MapView;
  /** Returns what was read after `PARTIAL_MS`. */
  readonly partial: boolean;
}

/** Places as they are read. */
interface PlaceReading {
  readonly done: Promise<PlaceSnapshot>;
  readonly progress: PlaceProgress;
  isDone: boolean;
}

/** A view of the map shows the places read until then. */
const PARTIAL_MS = 300;
const MAX_PARTIAL = 0.99;
const NO_PLACES = new PlaceListBuilder().build();

const BYTES_PER_PLACE = 16;
const OVERHEAD_BYTES = 4_096;
/** Three maps of a million places. */
const MAX_BYTES = 48 * 1024 * 1024;
const TTL_MS = 10 * 60_000;
const MAX_QUESTIONS = 500;
/** A first read takes seconds of the database. */
const MAX_READS = 2;
const MAX_QUEUED = 50;
const TYPES: ReadonlySet<string> = new Set([
  ...['background-geopoint', 'geopoint', 'geoshape', 'geotrace', 'start-geopoint'],
]);

/** Clusters the places of maps (decision 185). Keeps the places of recent maps; each view reads what changed since. */
@Injectable()
export class PlaceClusterService implements ChangeSubscriber {
  private readonly cache = new LRUCache<string, PlaceReading>({
    max: 1_000,
    ttl: TTL_MS,
    maxSize: MAX_BYTES,
    sizeCalculation: () => OVERHEAD_BYTES,
  });
  private readonly reads = new Semaphore({
    maxConcurrent: MAX_READS,
    maxQueued: MAX_QUEUED,
    queueFull: () => new UnavailableError('Too many maps are being read. Retry in 10 s.'),
  });
  /** By form versions and question: versions never change. */
  private readonly questions = new LRUCache<string, readonly AnswerPlace[]>({ max: MAX_QUESTIONS });

  constructor(
    private readonly places: PlaceListRepository,
    private readonly forms: DeployedFormService,
    notifications: ChangeNotifications,
  ) {
    notifications.subscribe(this);
  }

  /** No-op: places are refreshed on use. */
  invalidate(): void {}

  /** After a reconnect another server may respond, whose snapshots differ. */
  invalidateAll(): void {
    this.cache.clear();
  }

  /** @throws InvalidError if the asset was never deployed, or for an unknown question or an invalid query */
  async find(
    access: AssetAccess<'view_submissions'>,
    { question, query, view, partial }: PlaceClusterInput,
  ): Promise<PlaceClusters> {
    const form = await this.forms.getDeployed(access);
    const scope = narrowScope(scopeOf(access), readSubmissionQuery(query, isNumericIn(form)));
    const paths = await this.pathsOf(access, form, question);
    const { progress, places } = await this.placesOf(scope, paths, partial);
    return {
      progress,
      places: places.size,
      bounds: placeBounds(places),
      clusters: clusterPlaces(places, view),
    };
  }

  /**
   * Positions in the last submissions, whatever the size of the project.
   * @throws InvalidError if the asset was never deployed, or for an unknown question
   */
  async findLatest(
    access: AssetAccess<'view_submissions'>,
    question: string,
    submissions: number,
  ): Promise<readonly Position[]> {
    const form = await this.forms.getDeployed(access);
    const paths = await this.pathsOf(access, form, question);
    return positionsOf(await this.places.findLatest(scopeOf(access), paths, submissions));
  }

  /** @param partial returns what was read after a short time, and does not wait for a read of another request */
  private async placesOf(
    scope: SubmissionScope,
    paths: readonly AnswerPlace[],
    partial: boolean,
  ): Promise<{ places: PlaceList; progress: number }> {
    const key = JSON.stringify([keyOfScope(scope), paths]);
    const earlier = this.cache.get(key);
    const isPending = partial && earlier?.isDone === false;
    const { done, progress } = isPending ? earlier : this.read(key, scope, paths, earlier);
    const snapshot = await (partial ? Promise.race([done, pause(PARTIAL_MS)]) : done);
    // Reads of other requests may lack the latest changes.
    return snapshot === undefined || isPending
      ? { places: progress.places, progress: Math.min(progress.share, MAX_PARTIAL) }
      : { places: snapshot.places, progress: 1 };
  }

  /** One read at a time of the same places; others wait for it. */
  private read(
    key: string,
    scope: SubmissionScope,
    paths: readonly AnswerPlace[],
    earlier: PlaceReading | undefined,
  ): PlaceReading {
    const progress: PlaceProgress = { share: 0, places: NO_PLACES };
    const done = (earlier?.done ?? Promise.resolve(undefined))
      .catch(() => undefined)
      .then(
        async (known) =>
          (known && (await this.places.refresh(scope, paths, known))) ??
          (await this.reads.run(() => this.places.load(scope, paths, progress))),
      );
    const reading: PlaceReading = { done, progress, isDone: false };
    this.cache.set(key, reading);
    done.then(
      ({ places }) => {
        reading.isDone = true;
        Object.assign(progress, { share: 1, places });
        if (this.cache.peek(key) !== reading) return;
        this.cache.set(key, reading, { size: OVERHEAD_BYTES + BYTES_PER_PLACE * places.size });
      },
      () => {
        if (this.cache.peek(key) === reading) this.cache.delete(key);
      },
    );
    return reading;
  }

  private async pathsOf(
    access: AssetAccess<'view_submissions'>,
    { versionUids }: DeployedForm,
    path: string,
  ): Promise<readonly AnswerPlace[]> {
    const key = JSON.stringify([access.assetId, path, versionUids]);
    const cached = this.questions.get(key);
    if (cached !== undefined) return cached;
    const { versions } = await this.forms.history(access);
    const found = reportQuestions(mergeVersions(versions), versionUids[0] ?? '', undefined).find(
      ({ type, places }) => TYPES.has(type) && places.some((place) => place.path === path),
    );
    if (found === undefined) {
      throw InvalidError.at(
        'question',
        'Value must be the path of a question that is answered with a place.',
      );
    }
    this.questions.set(key, found.places);
    return found.places;
  }
}
