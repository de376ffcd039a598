import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { PermissionAssignmentEntity } from '../../database/entities/permission-assignment.entity';
import type { AssetType } from '../../domain/content/asset-type';
import type { Codename } from '../../domain/permission/codename';

export interface AssetPermissionsRow {
  readonly assetId: number;
  readonly assetUid: string;
  readonly assetType: AssetType;
  readonly ownerId: number;
  readonly own: readonly Codename[];
  readonly anonymous: readonly Codename[];
  /** Filters of the caller's partial_submissions assignment; null without one. */
  readonly partialGrants: PermissionAssignmentEntity['partialGrants'];
}

@Injectable()
export class PermissionQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Undefined for an unknown or deleted asset. @param userId undefined for an anonymous caller */
  async find(
    uid: string,
    userId: number | undefined,
    anonymousUserId: number,
  ): Promise<AssetPermissionsRow | undefined> {
    const rows = await this.dataSource.query<AssetPermissionsRow[]>(permissionsSql('a.uid = $1'), [
      uid,
      userId ?? null,
      anonymousUserId,
    ]);
    return rows[0];
  }

  /** Omits unknown and deleted assets. */
  findMany(
    uids: readonly string[],
    userId: number | undefined,
    anonymousUserId: number,
  ): Promise<AssetPermissionsRow[]> {
    return this.dataSource.query(permissionsSql('a.uid = ANY($1::text[])'), [
      uids,
      userId ?? null,
      anonymousUserId,
    ]);
  }
}

/** `$2` is the caller and `$3` AnonymousUser. */
function permissionsSql(named: string): string {
  return `
    SELECT a.id AS "assetId", a.uid AS "assetUid", a.asset_type AS "assetType", a.owner_id AS "ownerId",
           coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $2), '{}') AS own,
           coalesce(array_agg(p.codename) FILTER (WHERE p.user_id = $3), '{}') AS anonymous,
           (array_agg(p.partial_grants) FILTER (WHERE p.user_id = $2 AND p.partial_grants IS NOT NULL))[1]
             AS "partialGrants"
      FROM asset a
      LEFT JOIN permission_assignment p ON p.asset_id = a.id AND p.user_id IN ($2, $3)
     WHERE ${named} AND a.date_deleted IS NULL
     GROUP BY a.id`;
}
