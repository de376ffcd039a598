import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Codename } from '../../domain/permission/codename';
import {
  type HeldByOrigin,
  inherit,
  INHERITED,
  type InheritedCodename,
} from '../../domain/permission/inheritance';
import { InheritanceQuery, type OriginRow, type PlacedAsset, type Right } from './inheritance.query';

/** What changes of one asset's rights because of the collection that it is in. */
interface InheritanceChange {
  readonly insert: readonly Right[];
  readonly remove: readonly Right[];
  readonly own: readonly Right[];
}

/** Rights that assets hold because of the collections that they are in (contract-assets 3.10). */
@Injectable()
export class InheritanceService {
  constructor(private readonly tree: InheritanceQuery) {}

  /** Whoever moves an asset, or changes what a collection hands on, does so alone; before any asset is locked. */
  async begin(transaction: Transaction): Promise<void> {
    await this.tree.lockTree(transaction);
  }

  /** Whether an asset lies inside another one, or is it. */
  async isInside(transaction: Transaction, assetId: number, outerId: number): Promise<boolean> {
    return (await this.tree.ancestorsOf(transaction, assetId)).includes(outerId);
  }

  /** Makes what these assets inherit what their collections hold now, and what is in them theirs, all the way down. */
  async refresh(transaction: Transaction, assetIds: readonly number[]): Promise<void> {
    for (let level = assetIds; level.length > 0; level = await this.tree.childrenOf(transaction, level)) {
      await this.refreshLevel(transaction, level);
    }
  }

  /** The same from what is in a collection. */
  async handOn(transaction: Transaction, collectionId: number): Promise<void> {
    await this.refresh(transaction, await this.tree.childrenOf(transaction, [collectionId]));
  }

  /**
   * Remembers what was granted and taken on an asset inside a collection: what is granted is its own, and what is taken
   * does not come back.
   * @param granted with all that it implies
   */
  async remember(
    transaction: Transaction,
    { id: assetId, parentId }: Pick<PlacedAsset, 'id' | 'parentId'>,
    granted: readonly Omit<Right, 'assetId'>[],
    taken: readonly Omit<Right, 'assetId'>[],
  ): Promise<void> {
    const here = (rights: readonly Omit<Right, 'assetId'>[]): Right[] =>
      rights.filter(({ codename }) => isInherited(codename)).map((right) => ({ ...right, assetId }));
    await this.tree.makeOwn(transaction, here(granted));
    await this.tree.forgive(transaction, here(granted));
    if (parentId === null || taken.length === 0) return;
    const given = byAsset(await this.tree.rightsOn(transaction, [parentId])).get(parentId);
    const denied = here(taken).filter(({ userId, codename }) =>
      codenamesOf(given?.get(userId)).has(codename),
    );
    await this.tree.deny(transaction, denied);
  }

  private async refreshLevel(transaction: Transaction, ids: readonly number[]): Promise<void> {
    const assets = await this.tree.lockAssets(transaction, ids);
    const parents = assets.flatMap(({ parentId }) => parentId ?? []);
    const rights = byAsset(await this.tree.rightsOn(transaction, [...new Set([...ids, ...parents])]));
    const denials = byAsset(await this.tree.denialsOn(transaction, ids));
    const changes = assets.map((asset) =>
      changeOf(asset, rights.get(asset.id), rights.get(asset.parentId ?? NOWHERE), denials.get(asset.id)),
    );
    await this.tree.makeOwn(
      transaction,
      changes.flatMap(({ own }) => own),
    );
    await this.tree.remove(
      transaction,
      changes.flatMap(({ remove }) => remove),
    );
    await this.tree.insert(
      transaction,
      changes.flatMap(({ insert }) => insert),
    );
  }
}

/** No asset has this id. */
const NOWHERE = 0;

type ByUser<Row> = ReadonlyMap<number, readonly Row[]>;

function changeOf(
  { id: assetId, ownerId }: PlacedAsset,
  held: ByUser<OriginRow> = new Map(),
  given: ByUser<OriginRow> = new Map(),
  denied: ByUser<{ codename: InheritedCodename }> = new Map(),
): InheritanceChange {
  const users = [...new Set([...held.keys(), ...given.keys()])].filter((userId) => userId !== ownerId);
  const changes = users.map((userId) => {
    const before = byOrigin(held.get(userId) ?? []);
    const after = inherit(before, codenamesOf(given.get(userId)), codenamesOf(denied.get(userId)));
    const rights = (codenames: readonly Codename[]): Right[] =>
      codenames.map((codename) => ({ assetId, userId, codename }));
    return {
      own: rights(INHERITED.filter((each) => before.inherited.has(each) && after.own.has(each))),
      remove: rights(
        INHERITED.filter(
          (each) => before.inherited.has(each) && !after.inherited.has(each) && !after.own.has(each),
        ),
      ),
      insert: rights(INHERITED.filter((each) => after.inherited.has(each) && !before.inherited.has(each))),
    };
  });
  return {
    own: changes.flatMap(({ own }) => own),
    remove: changes.flatMap(({ remove }) => remove),
    insert: changes.flatMap(({ insert }) => insert),
  };
}

function byOrigin(rows: readonly OriginRow[]): HeldByOrigin {
  return {
    own: new Set(rows.flatMap(({ inherited, codename }) => (inherited ? [] : [codename]))),
    inherited: new Set(
      rows.flatMap(({ inherited, codename }) => (inherited && isInherited(codename) ? [codename] : [])),
    ),
  };
}

/** Rows of many assets by asset, and then by user. */
function byAsset<Row extends { assetId: number; userId: number }>(
  rows: readonly Row[],
): Map<number, Map<number, Row[]>> {
  const assets = new Map<number, Map<number, Row[]>>();
  for (const row of rows) {
    const users = assets.get(row.assetId) ?? new Map<number, Row[]>();
    users.set(row.userId, [...(users.get(row.userId) ?? []), row]);
    assets.set(row.assetId, users);
  }
  return assets;
}

function codenamesOf(rows: readonly { codename: Codename }[] = []): ReadonlySet<Codename> {
  return new Set(rows.map(({ codename }) => codename));
}

function isInherited(codename: Codename): codename is InheritedCodename {
  return (INHERITED as readonly Codename[]).includes(codename);
}
