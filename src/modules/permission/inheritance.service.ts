import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Codename } from '../../domain/permission/codename';
import {
  type PermissionsByOrigin,
  inheritPermissions,
  INHERITABLE_CODENAMES,
  type InheritableCodename,
} from '../../domain/permission/assignable';
import {
  InheritanceRepository,
  type AssignmentOriginRow,
  type AssetWithParent,
  type AssetUserPermission,
} from './inheritance.repository';

interface InheritanceChange {
  readonly insert: readonly AssetUserPermission[];
  readonly remove: readonly AssetUserPermission[];
  readonly own: readonly AssetUserPermission[];
}

/** Propagates permissions from collections to their children (contract-assets 3.10). */
@Injectable()
export class InheritanceService {
  constructor(private readonly tree: InheritanceRepository) {}

  /** Serialises moves and inheritance. Lock order: before any asset. */
  async lockTree(transaction: Transaction): Promise<void> {
    await this.tree.lockTree(transaction);
  }

  /** Returns whether `outerId` is the asset itself or one of its ancestors. */
  async isInside(transaction: Transaction, assetId: number, outerId: number): Promise<boolean> {
    return (await this.tree.ancestorsOf(transaction, assetId)).includes(outerId);
  }

  /** Recomputes the inherited permissions of the assets and all their descendants. */
  async refresh(transaction: Transaction, assetIds: readonly number[]): Promise<void> {
    for (let level = assetIds; level.length > 0; level = await this.tree.childrenOf(transaction, level)) {
      await this.refreshLevel(transaction, level);
    }
  }

  async refreshChildren(transaction: Transaction, collectionId: number): Promise<void> {
    await this.refresh(transaction, await this.tree.childrenOf(transaction, [collectionId]));
  }

  /**
   * Records explicit changes on an asset in a collection: granted permissions become own ones, revoked ones are denied so
   * that inheritance does not restore them.
   * @param granted including implied permissions
   */
  async recordOverrides(
    transaction: Transaction,
    { id: assetId, parentId }: Pick<AssetWithParent, 'id' | 'parentId'>,
    granted: readonly Omit<AssetUserPermission, 'assetId'>[],
    revoked: readonly Omit<AssetUserPermission, 'assetId'>[],
  ): Promise<void> {
    const onAsset = (permissions: readonly Omit<AssetUserPermission, 'assetId'>[]): AssetUserPermission[] =>
      permissions.filter(({ codename }) => isInherited(codename)).map((each) => ({ ...each, assetId }));
    await this.tree.convertToOwn(transaction, onAsset(granted));
    await this.tree.deleteDenials(transaction, onAsset(granted));
    if (parentId === null || revoked.length === 0) return;
    const parentPermissions = byAsset(await this.tree.listAssignments(transaction, [parentId])).get(parentId);
    const denied = onAsset(revoked).filter(({ userId, codename }) =>
      codenamesOf(parentPermissions?.get(userId)).has(codename),
    );
    await this.tree.insertDenials(transaction, denied);
  }

  private async refreshLevel(transaction: Transaction, ids: readonly number[]): Promise<void> {
    const assets = await this.tree.lockAssets(transaction, ids);
    const parents = assets.flatMap(({ parentId }) => parentId ?? []);
    const permissions = byAsset(
      await this.tree.listAssignments(transaction, [...new Set([...ids, ...parents])]),
    );
    const denials = byAsset(await this.tree.listDenials(transaction, ids));
    const changes = assets.map((asset) =>
      inheritanceChange(
        asset,
        permissions.get(asset.id),
        permissions.get(asset.parentId ?? NO_PARENT_ID),
        denials.get(asset.id),
      ),
    );
    await this.tree.convertToOwn(
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

const NO_PARENT_ID = 0;

type ByUser<Row> = ReadonlyMap<number, readonly Row[]>;

function inheritanceChange(
  { id: assetId, ownerId }: AssetWithParent,
  held: ByUser<AssignmentOriginRow> = new Map(),
  parentHeld: ByUser<AssignmentOriginRow> = new Map(),
  denied: ByUser<{ codename: InheritableCodename }> = new Map(),
): InheritanceChange {
  const users = [...new Set([...held.keys(), ...parentHeld.keys()])].filter((userId) => userId !== ownerId);
  const changes = users.map((userId) => {
    const before = byOrigin(held.get(userId) ?? []);
    const after = inheritPermissions(
      before,
      codenamesOf(parentHeld.get(userId)),
      codenamesOf(denied.get(userId)),
    );
    const toPermissions = (codenames: readonly Codename[]): AssetUserPermission[] =>
      codenames.map((codename) => ({ assetId, userId, codename }));
    return {
      own: toPermissions(
        INHERITABLE_CODENAMES.filter((each) => before.inherited.has(each) && after.own.has(each)),
      ),
      remove: toPermissions(
        INHERITABLE_CODENAMES.filter(
          (each) => before.inherited.has(each) && !after.inherited.has(each) && !after.own.has(each),
        ),
      ),
      insert: toPermissions(
        INHERITABLE_CODENAMES.filter((each) => after.inherited.has(each) && !before.inherited.has(each)),
      ),
    };
  });
  return {
    own: changes.flatMap(({ own }) => own),
    remove: changes.flatMap(({ remove }) => remove),
    insert: changes.flatMap(({ insert }) => insert),
  };
}

function byOrigin(rows: readonly AssignmentOriginRow[]): PermissionsByOrigin {
  return {
    own: new Set(rows.flatMap(({ inherited, codename }) => (inherited ? [] : [codename]))),
    inherited: new Set(
      rows.flatMap(({ inherited, codename }) => (inherited && isInherited(codename) ? [codename] : [])),
    ),
  };
}

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

function isInherited(codename: Codename): codename is InheritableCodename {
  return (INHERITABLE_CODENAMES as readonly Codename[]).includes(codename);
}
