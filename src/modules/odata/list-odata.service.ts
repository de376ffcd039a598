import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../config/environment';
import type { UserActor } from '../../domain/account/actor';
import { readEntityUuid } from '../../domain/entity/entity-change';
import { NotFoundError, UnsupportedError } from '../../domain/errors';
import {
  entityMembers,
  expandSystem,
  LIST_SET,
  type ListModel,
  listModel,
} from '../../domain/odata/entity-list-model';
import { type ODataOptions, readEntitySetQuery } from '../../domain/odata/entity-set-query';
import { writeSkipToken } from '../../domain/odata/query-options';
import type { Filter } from '../../domain/query/mongo-expression';
import type { FilterField } from '../../domain/odata/odata-function';
import { EntityListService } from '../entity/entity-list.service';
import { ListOdataRepository } from './list-odata.repository';
import type { ODataCount, ODataEntity, ODataPage, ODataRequest } from './odata.service';

const SET = /^Entities(?:\('([^']*)'\))?$/;

/** OData service of an entity list, in the shape of ODK Central's (decision 180). */
@Injectable()
export class ListOdataService {
  constructor(
    private readonly lists: EntityListService,
    private readonly rows: ListOdataRepository,
    private readonly environment: Environment,
  ) {}

  /** @throws NotFoundError unless the caller may read the list */
  async model(actor: UserActor, uid: string): Promise<ListModel> {
    return listModel((await this.lists.show(actor, uid)).properties);
  }

  /** @throws NotFoundError for an unknown resource @throws InvalidError, UnsupportedError for query options */
  async read(
    actor: UserActor,
    uid: string,
    { segments, options, pageSize }: ODataRequest,
  ): Promise<ODataPage | ODataEntity | ODataCount> {
    const { id, properties } = await this.lists.show(actor, uid);
    const model = listModel(properties);
    const [first = '', second, ...further] = segments;
    const [, key] = SET.exec(first) ?? [];
    const isCounted = second === '$count' && key === undefined;
    if (!SET.test(first) || further.length > 0 || (second !== undefined && !isCounted)) {
      throw new NotFoundError(`There is no such entity set. Request ${LIST_SET}.`);
    }
    const query = readQuery(model, options);
    if (key !== undefined) return this.readOne(id, model, key, query);
    if (isCounted) {
      const { count } = await this.rows.page(id, { ...query, limit: 0 }, true);
      return { kind: 'count', count: count! };
    }
    const maxSize = Math.min(pageSize ?? Infinity, this.environment.MAX_PAGE_SUBMISSIONS);
    const size = Math.min(maxSize, query.top ?? Infinity);
    // One row more shows whether there is a next page.
    const { rows, count } = await this.rows.page(id, { ...query, limit: size + 1 }, query.withCount);
    const shown = rows.slice(0, size);
    const last = shown.at(-1);
    const isLast = rows.length <= size || last === undefined || size === query.top;
    const { $skip: _done, ...others } = options;
    const next = {
      ...others,
      ...(query.top !== undefined && { $top: String(query.top - size) }),
      ...(last !== undefined && { $skiptoken: writeSkipToken(last) }),
    };
    const members = shown.map((row) => entityMembers(row, query.shape.properties, model.names));
    return {
      kind: 'page',
      context: contextOf(options),
      count,
      next: isLast ? undefined : next,
      chunks: () => Readable.from([members]),
    };
  }

  private async readOne(
    listId: number,
    { set, names }: ListModel,
    key: string,
    { shape, order }: ReturnType<typeof readQuery>,
  ): Promise<ODataEntity> {
    const field = set.properties[0]!.field;
    const uuid = readEntityUuid(key) ?? key;
    const filter: Filter<FilterField> = { kind: 'compare', field, relation: 'eq', value: uuid };
    const { rows } = await this.rows.page(
      listId,
      { filter, order, after: undefined, skip: 0, limit: 1 },
      false,
    );
    const [row] = rows;
    if (row === undefined)
      throw new NotFoundError('There is no such row, or you have no permission to view it.');
    return {
      kind: 'entity',
      context: `${LIST_SET}/$entity`,
      members: entityMembers(row, shape.properties, names),
    };
  }
}

function readQuery({ set, sets }: ListModel, options: ODataOptions) {
  if (options['$apply'] !== undefined || options['$expand'] !== undefined) {
    throw new UnsupportedError('$apply and $expand are not supported for entity lists. Remove them.');
  }
  const { $select } = options;
  const expanded = $select === undefined ? options : { ...options, $select: expandSystem($select) };
  return readEntitySetQuery({ sets }, set, expanded);
}

function contextOf({ $select }: ODataOptions): string {
  return $select === undefined ? LIST_SET : `${LIST_SET}(${$select.replaceAll(' ', '')})`;
}
