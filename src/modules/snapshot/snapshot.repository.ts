import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { jsonFromBytes, textFromBytes } from '../../database/bytes-in-sql';
import { AssetSnapshotEntity } from '../../database/entities/asset-snapshot.entity';

export interface NewSnapshot {
  readonly uid: string;
  readonly ownerId: number;
  readonly assetId: number | null;
  readonly versionId: number | null;
  /** JSON in UTF-8; null if compiled from a version. */
  readonly source: Uint8Array | null;
  /** UTF-8. */
  readonly xml: Uint8Array;
  readonly warnings: readonly string[];
  readonly now: Date;
}

@Injectable()
export class SnapshotRepository {
  constructor(
    @InjectRepository(AssetSnapshotEntity) private readonly snapshots: Repository<AssetSnapshotEntity>,
  ) {}

  /** Finds the default snapshot of a version and marks it as used. */
  async reuse(versionId: number, now: Date): Promise<string | undefined> {
    const updated = await this.snapshots
      .createQueryBuilder()
      .update()
      .set({ dateUsed: now })
      .where({ versionId })
      .returning(['uid'])
      .execute();
    return uidOf(updated.raw);
  }

  /** @returns the uid of the snapshot, or of a concurrent one of the same version */
  async insert({ source, xml, warnings, now, ...row }: NewSnapshot): Promise<string> {
    const json = jsonFromBytes({ source: source ?? undefined });
    const text = textFromBytes({ xml });
    const inserted = await this.snapshots
      .createQueryBuilder()
      .insert()
      .values({
        ...row,
        ...json.values,
        ...text.values,
        warnings: [...warnings],
        dateCreated: now,
        dateUsed: now,
      })
      .setParameters({ ...json.parameters, ...text.parameters })
      .orUpdate(['date_used'], 'asset_snapshot_version_key')
      .returning(['uid'])
      .execute();
    return uidOf(inserted.raw)!;
  }

  async remove(uid: string): Promise<void> {
    await this.snapshots.delete({ uid });
  }
}

function uidOf(raw: unknown): string | undefined {
  return (raw as { uid: string }[])[0]?.uid;
}
