import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { AnnouncedCache } from '../../database/cache/announced-cache';
import { ChangeFeed } from '../../database/change-feed';
import { NotFoundError } from '../../domain/errors';
import { FeedWriter } from '../../domain/odata/feed-json';
import { feedModel, type FeedModel, type FeedSet, findSet } from '../../domain/odata/feed-model';
import {
  type FeedOptions,
  type FeedQuery,
  readEntityShape,
  readFeedQuery,
} from '../../domain/odata/feed-query';
import { type EntityName, readResource } from '../../domain/odata/feed-resource';
import { type Answers, SubmissionRows } from '../../domain/odata/feed-rows';
import type { FeedShape } from '../../domain/odata/feed-shape';
import { childrenOf, named } from '../../domain/odata/named-rows';
import { writeSkipToken } from '../../domain/odata/skip-token';
import { allOf, EVERYTHING, holdsEverywhere } from '../../domain/query/filter';
import { scopeOf, type SubmissionScope } from '../../domain/query/submission-scope';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { SubmissionStreamService } from '../submission/submission-stream.service';
import type { ReadAccess } from '../submission/submission.service';
import { type FeedSource, type FoundRow, OdataQuery } from './odata.query';

/** Some rows of a set, which are still in the database. */
export interface FeedPage {
  readonly kind: 'page';
  readonly shape: FeedShape;
  /** How many there are, where that was asked for. */
  readonly count: number | undefined;
  /** The options of the page after this one; undefined for the last. */
  readonly next: FeedOptions | undefined;
  /** JSON objects without their braces. */
  readonly pieces: () => AsyncIterable<readonly string[]>;
}

export interface FeedEntity {
  readonly kind: 'entity';
  readonly shape: FeedShape;
  /** A JSON object without its braces. */
  readonly members: string;
}

export interface FeedCount {
  readonly kind: 'count';
  readonly count: number;
}

/** What is asked of the feed. */
export interface FeedQuestion {
  /** Of the path below the service document. */
  readonly segments: readonly string[];
  readonly options: FeedOptions;
  /** How many rows the caller wants on a page; undefined: as many as there may be. */
  readonly pageSize: number | undefined;
}

/** Rows of one submission that follow each other. */
interface Run {
  readonly submission: number;
  readonly rows: FoundRow[];
}

const REMEMBERED_MODELS = { maxEntries: 200, maxAgeMs: 60_000 };

/** Submissions as the sets of an OData feed: the top level of the form and each of its repeats. */
@Injectable()
export class OdataService {
  private readonly models: AnnouncedCache<FeedModel>;

  constructor(
    private readonly rows: OdataQuery,
    private readonly forms: DeployedFormService,
    private readonly streams: SubmissionStreamService,
    private readonly environment: Environment,
    feed: ChangeFeed,
  ) {
    this.models = new AnnouncedCache(feed, REMEMBERED_MODELS);
  }

  /** What the feed holds. @throws InvalidError when the asset was never deployed (contract-data 0) */
  async model(access: ReadAccess): Promise<FeedModel> {
    const form = await this.forms.deployed(access);
    const model = await this.models.get(`${access.assetId} ${form.versionUids.join()}`, async () => {
      const { versions } = await this.forms.history(access);
      return { value: feedModel(versions), about: [{ subject: 'asset', id: access.assetId }] };
    });
    return model!;
  }

  /**
   * What a path below the service document names.
   * @throws NotFoundError for what is not there, or not in the caller's sight
   * @throws InvalidError for options that do not hold, UnsupportedError for those that are left out
   */
  async read(access: ReadAccess, question: FeedQuestion): Promise<FeedPage | FeedEntity | FeedCount> {
    const model = await this.model(access);
    const resource = readResource(model, question.segments);
    const scope = scopeOf(access);
    if (resource.kind === 'rows') {
      return this.several(model, this.sourceOf(model, scope, resource.set), question, resource.isCounted);
    }
    const { entity } = resource;
    if (resource.kind === 'entity')
      return this.one(model, scope, entity, readEntityShape(model, entity.set, question.options));
    const { navigation, target } = resource;
    if (navigation.to === 'children') {
      await this.assertThere(model, scope, entity);
      const source = { ...this.sourceOf(model, scope, target), filter: childrenOf(entity) };
      return this.several(model, source, question, resource.isCounted);
    }
    const shape = readEntityShape(model, target, question.options);
    if (navigation.to === 'submission') {
      await this.assertThere(model, scope, entity);
      return this.one(model, scope, { set: target, submission: entity.submission, index: 0 }, shape);
    }
    return this.parentOf(model, scope, entity, shape);
  }

  private async several(
    model: FeedModel,
    source: FeedSource,
    { options, pageSize }: FeedQuestion,
    isCounted: boolean,
  ): Promise<FeedPage | FeedCount> {
    const query = readFeedQuery(model, source.set, options);
    const narrowed = narrowedTo(source, query);
    if (isCounted) return { kind: 'count', count: await this.rows.count(narrowed) };
    const most = Math.min(pageSize ?? Infinity, this.environment.MAX_PAGE_SUBMISSIONS);
    const size = Math.min(most, query.top ?? Infinity);
    // One more tells whether there is another page.
    const { rows, count } = await this.rows.page(narrowed, { ...query, limit: size + 1 }, query.counts);
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    const isLast = rows.length <= size || last === undefined || size === query.top;
    return {
      kind: 'page',
      shape: query.shape,
      count,
      next: isLast ? undefined : optionsBehind(last, options, query.top, size),
      pieces: () => this.pieces(model, source.scope, query.shape, shown),
    };
  }

  private async one(
    model: FeedModel,
    scope: SubmissionScope,
    entity: EntityName,
    shape: FeedShape,
  ): Promise<FeedEntity> {
    await this.assertThere(model, scope, entity);
    for await (const [members] of this.pieces(model, scope, shape, [{ ...entity, sorted: [] }])) {
      if (members !== undefined) return { kind: 'entity', shape, members };
    }
    throw new NotFoundError();
  }

  private async parentOf(
    model: FeedModel,
    scope: SubmissionScope,
    entity: EntityName,
    shape: FeedShape,
  ): Promise<FeedEntity> {
    await this.assertThere(model, scope, entity);
    const writer = new FeedWriter(model);
    for await (const [row] of this.streams.pageOf(scope, { ids: [entity.submission] }, 'json')) {
      const rows = new SubmissionRows(JSON.parse(row!.text) as Answers);
      const parentIndex = writer.rowsOf(entity.set, rows)[entity.index - 1]?.parentIndex;
      if (parentIndex !== undefined)
        return this.one(model, scope, { ...entity, set: shape.set, index: parentIndex }, shape);
    }
    throw new NotFoundError('It lies in no row of another repeat.');
  }

  /** @throws NotFoundError for a row that is not there, or not in sight */
  private async assertThere(model: FeedModel, scope: SubmissionScope, entity: EntityName): Promise<void> {
    const source = { ...this.sourceOf(model, scope, entity.set), filter: named(entity) };
    if ((await this.rows.count(source)) === 0)
      throw new NotFoundError('There is no such row, or you may not see it.');
  }

  private sourceOf(model: FeedModel, scope: SubmissionScope, set: FeedSet): FeedSource {
    const parent = set.parent === undefined ? undefined : findSet(model, set.parent);
    return { scope, set, parent, filter: EVERYTHING };
  }

  /** The rows in their order; what went meanwhile is left out. */
  private async *pieces(
    model: FeedModel,
    scope: SubmissionScope,
    shape: FeedShape,
    found: readonly FoundRow[],
  ): AsyncIterable<readonly string[]> {
    const writer = new FeedWriter(model);
    const runs = runsOf(found);
    const ids = runs.map(({ submission }) => submission);
    for await (const piece of this.streams.pageOf(scope, { ids }, 'json')) {
      for (const { place, text } of piece) {
        const rows = new SubmissionRows(JSON.parse(text) as Answers);
        const all = writer.rowsOf(shape.set, rows);
        yield runs[place]!.rows.flatMap(({ index }) => {
          const row = all[Math.max(index - 1, 0)];
          return row === undefined ? [] : [writer.members(shape, rows, row)];
        });
      }
    }
  }
}

function narrowedTo(source: FeedSource, { filter }: FeedQuery): FeedSource {
  return { ...source, filter: allOf([source.filter, filter].filter((each) => !holdsEverywhere(each))) };
}

function optionsBehind(
  last: FoundRow,
  { $skip: _done, ...options }: FeedOptions,
  top: number | undefined,
  size: number,
): FeedOptions {
  return {
    ...options,
    ...(top !== undefined && { $top: String(top - size) }),
    $skiptoken: writeSkipToken(last),
  };
}

function runsOf(found: readonly FoundRow[]): Run[] {
  const runs: Run[] = [];
  for (const row of found) {
    const run = runs.at(-1);
    if (run?.submission === row.submission) run.rows.push(row);
    else runs.push({ submission: row.submission, rows: [row] });
  }
  return runs;
}
