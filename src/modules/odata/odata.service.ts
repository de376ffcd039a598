import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { NotifiedCache } from '../../database/cache/notified-cache';
import { ChangeNotifications } from '../../database/change-notifications';
import { NotFoundError, UnsupportedError } from '../../domain/errors';
import { GroupWriter, EntityWriter } from '../../domain/odata/entity-writer';
import { buildEntityModel, type EntityModel } from '../../domain/odata/entity-model';
import {
  type AggregateQuery,
  type ODataOptions,
  readAggregateQuery,
  readEntityShape,
  readEntitySetQuery,
} from '../../domain/odata/entity-set-query';
import { type EntityKey, readResourcePath } from '../../domain/odata/resource-path';
import { type Answers, SubmissionRows } from '../../domain/odata/submission-rows';
import type { EntityShape } from '../../domain/odata/entity-shape';
import { writeSkipToken } from '../../domain/odata/query-options';
import { allOf, type Filter } from '../../domain/query/mongo-expression';
import { scopeOf, type SubmissionScope } from '../../domain/query/submission-scope';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { SubmissionStreamService } from '../submission/stream/submission-stream.service';
import type { ReadAccess } from '../submission/read/submission.service';
import { type RowSource, type RowReference, OdataRepository } from './odata.repository';
import { RowRenderer, sourceOf, withFilter } from './row-renderer.service';
import type { ODataField, KeyPart } from '../../domain/odata/edm-value';

export interface ODataPage {
  readonly kind: 'page';
  /** Set and select list, of the context URL. */
  readonly context: string;
  /** Number of all rows; undefined unless requested. */
  readonly count: number | undefined;
  readonly next: ODataOptions | undefined;
  /** JSON objects without braces. */
  readonly chunks: () => AsyncIterable<readonly string[]>;
}

export interface ODataEntity {
  readonly kind: 'entity';
  readonly context: string;
  readonly members: string;
}

export interface ODataCount {
  readonly kind: 'count';
  readonly count: number;
}

export interface ODataRequest {
  /** Path segments below the service root. */
  readonly segments: readonly string[];
  readonly options: ODataOptions;
  /** Preferred page size; undefined: the maximum. */
  readonly pageSize: number | undefined;
  /** URL of the service for responses with full metadata; else undefined. */
  readonly root?: string | undefined;
}

/** Groups on a page, which is in memory. */
const MAX_GROUPS = 1_000;

const CACHE_LIMITS = { maxEntries: 200, ttlMs: 60_000 };

/** OData service of an asset: an entity set for the top level of the form and for each repeat. */
@Injectable()
export class OdataService {
  private readonly models: NotifiedCache<EntityModel>;

  constructor(
    private readonly rows: OdataRepository,
    private readonly renderer: RowRenderer,
    private readonly forms: DeployedFormService,
    private readonly streams: SubmissionStreamService,
    private readonly environment: Environment,
    notifications: ChangeNotifications,
  ) {
    this.models = new NotifiedCache(notifications, CACHE_LIMITS);
  }

  /** Entity model of all deployed versions. @throws InvalidError if the asset was never deployed (contract-data 0) */
  async model(access: ReadAccess): Promise<EntityModel> {
    const form = await this.forms.getDeployed(access);
    const model = await this.models.get(`${access.assetId} ${form.versionUids.join()}`, async () => {
      const { versions } = await this.forms.history(access);
      return { value: buildEntityModel(versions), dependencies: [{ subject: 'asset', id: access.assetId }] };
    });
    return model!;
  }

  /** @throws NotFoundError for an unknown resource @throws InvalidError, UnsupportedError for query options */
  async read(access: ReadAccess, request: ODataRequest): Promise<ODataPage | ODataEntity | ODataCount> {
    const model = await this.model(access);
    const resource = readResourcePath(model, request.segments);
    const scope = scopeOf(access);
    if (resource.kind === 'rows') {
      return this.readCollection(model, sourceOf(model, scope, resource.set), request, resource.isCounted);
    }
    const { entity } = resource;
    if (resource.kind === 'entity')
      return this.readEntity(
        model,
        scope,
        entity,
        readEntityShape(model, entity.set, request.options),
        request.root,
      );
    const { navigation, target } = resource;
    if (navigation.to === 'children') {
      await this.assertExists(model, scope, entity);
      const source = { ...sourceOf(model, scope, target), filter: childrenFilter(entity) };
      return this.readCollection(model, source, request, resource.isCounted);
    }
    const shape = readEntityShape(model, target, request.options);
    if (navigation.to === 'submission') {
      await this.assertExists(model, scope, entity);
      return this.readEntity(
        model,
        scope,
        { set: target, submission: entity.submission, index: 0 },
        shape,
        request.root,
      );
    }
    return this.readParent(model, scope, entity, shape, request.root);
  }

  private readCollection(
    model: EntityModel,
    source: RowSource,
    request: ODataRequest,
    isCounted: boolean,
  ): Promise<ODataPage | ODataCount> {
    const { $apply } = request.options;
    if ($apply === undefined) return this.readRows(model, source, request, isCounted);
    if (isCounted) throw new UnsupportedError('$apply is not supported for /$count. Use $count=true.');
    const query = readAggregateQuery(model, source.set, { ...request.options, $apply });
    return this.readGroups(source, query, request);
  }

  private async readGroups(
    source: RowSource,
    { aggregation, top = Infinity, skip, withCount }: AggregateQuery,
    { options, pageSize = MAX_GROUPS, root }: ODataRequest,
  ): Promise<ODataPage> {
    const size = Math.min(pageSize, MAX_GROUPS, top);
    const filtered = withFilter(source, aggregation);
    const window = { skip, limit: size + 1, withCount };
    const { groups, count } = await this.rows.aggregate(filtered, aggregation, window);
    const isLast = groups.length <= size || size === top || size === 0;
    const next = {
      ...options,
      ...(top !== Infinity && { $top: String(top - size) }),
      $skip: String(skip + size),
    };
    const writer = new GroupWriter(aggregation, root !== undefined);
    const members = groups.slice(0, size).map((group) => writer.members(group));
    return {
      kind: 'page',
      context: source.set.name + writer.selectList,
      count,
      next: isLast ? undefined : next,
      chunks: () => Readable.from([members]),
    };
  }

  private async readRows(
    model: EntityModel,
    source: RowSource,
    { options, pageSize, root }: ODataRequest,
    isCounted: boolean,
  ): Promise<ODataPage | ODataCount> {
    const query = readEntitySetQuery(model, source.set, options);
    const filtered = withFilter(source, query);
    if (isCounted) return { kind: 'count', count: await this.rows.count(filtered) };
    const maxSize = Math.min(pageSize ?? Infinity, this.environment.MAX_PAGE_SUBMISSIONS);
    const size = Math.min(maxSize, query.top ?? Infinity);
    // One row more shows whether there is a next page.
    const { rows, count } = await this.rows.page(filtered, { ...query, limit: size + 1 }, query.withCount);
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    const isLast = rows.length <= size || last === undefined || size === query.top;
    return {
      kind: 'page',
      context: source.set.name + query.shape.selectList,
      count,
      next: isLast ? undefined : optionsOfNextPage(last, options, query.top, size),
      chunks: () => this.renderer.render(model, source.scope, query.shape, shown, root),
    };
  }

  private async readEntity(
    model: EntityModel,
    scope: SubmissionScope,
    entity: EntityKey,
    shape: EntityShape,
    root: string | undefined,
  ): Promise<ODataEntity> {
    await this.assertExists(model, scope, entity);
    for await (const [members] of this.renderer.render(
      model,
      scope,
      shape,
      [{ ...entity, sorted: [] }],
      root,
    )) {
      if (members !== undefined) {
        const context = `${shape.set.name}${shape.selectList}/$entity`;
        return { kind: 'entity', context, members };
      }
    }
    throw new NotFoundError();
  }

  private async readParent(
    model: EntityModel,
    scope: SubmissionScope,
    entity: EntityKey,
    shape: EntityShape,
    root: string | undefined,
  ): Promise<ODataEntity> {
    await this.assertExists(model, scope, entity);
    const writer = new EntityWriter(model);
    for await (const [row] of this.streams.pageChunks(scope, { ids: [entity.submission] }, 'json')) {
      const rows = new SubmissionRows(JSON.parse(row!.text) as Answers);
      const parentIndex = writer.rowsOf(entity.set, rows)[entity.index - 1]?.parentIndex;
      if (parentIndex !== undefined)
        return this.readEntity(model, scope, { ...entity, set: shape.set, index: parentIndex }, shape, root);
    }
    throw new NotFoundError('The row has no parent row. Omit the navigation property.');
  }

  /** @throws NotFoundError for a row that does not exist, or is outside of the scope */
  private async assertExists(model: EntityModel, scope: SubmissionScope, entity: EntityKey): Promise<void> {
    const source = { ...sourceOf(model, scope, entity.set), filter: entityFilter(entity) };
    if ((await this.rows.count(source)) === 0)
      throw new NotFoundError('There is no such row, or you have no permission to view it.');
  }
}

function optionsOfNextPage(
  last: RowReference,
  { $skip: _done, ...options }: ODataOptions,
  top: number | undefined,
  size: number,
): ODataOptions {
  return {
    ...options,
    ...(top !== undefined && { $top: String(top - size) }),
    $skiptoken: writeSkipToken(last),
  };
}

/** Matches the row with this key. */
function entityFilter({ set, submission, index }: EntityKey): Filter<ODataField> {
  const isTop = set.chains.length === 0;
  return allOf([equals('submission', submission), ...(isTop ? [] : [equals('index', index)])]);
}

/** Matches the child rows; for a top level row, all rows of the submission. */
function childrenFilter({ set, submission, index }: EntityKey): Filter<ODataField> {
  const isTop = set.chains.length === 0;
  return allOf([equals('submission', submission), ...(isTop ? [] : [equals('parentIndex', index)])]);
}

function equals(part: KeyPart, value: number): Filter<ODataField> {
  return { kind: 'compare', field: { source: 'key', part, type: 'Edm.Int64' }, relation: 'eq', value };
}
