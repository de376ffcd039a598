import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import { brokenConstraint } from '../../database/broken-constraint';
import { AssetFileEntity } from '../../database/entities/asset-file.entity';
import { AssetEntity } from '../../database/entities/asset.entity';
import { PairedDataEntity } from '../../database/entities/paired-data.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { InvalidError } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import type { DataSharing } from '../../domain/sharing/data-sharing';

/** The asset whose answers are read; null in the place of one that is gone. */
export interface PairedSource {
  readonly uid: string;
  readonly name: string;
  readonly dataSharing: DataSharing;
}

export type PairingRow = PairedDataEntity & { readonly source: PairedSource | null };
export type NewPairing = Omit<PairedDataEntity, 'id'>;
export type PairingChange = Partial<Pick<PairedDataEntity, 'fields' | 'filename' | 'dateModified'>>;

interface RawSource {
  readonly source_uid: string | null;
  readonly source_name: string;
  readonly source_data_sharing: DataSharing;
}

@Injectable()
export class PairingRepository {
  constructor(@InjectRepository(PairedDataEntity) private readonly pairings: Repository<PairedDataEntity>) {}

  /** Oldest first. */
  async list(assetId: number, { limit, start }: PageWindow): Promise<Page<PairingRow>> {
    const query = this.of(assetId);
    const [count, items] = await Promise.all([
      query.getCount(),
      withSources(query.clone().limit(limit).offset(start)),
    ]);
    return { count, items };
  }

  /** Oldest first. */
  allOf(assetId: number): Promise<PairingRow[]> {
    return withSources(this.of(assetId));
  }

  async find(assetId: number, uid: string): Promise<PairingRow | undefined> {
    return (await withSources(this.of(assetId).andWhere('pairing.uid = :uid', { uid })))[0];
  }

  /** Whether a file of the form has this name. */
  hasFile(assetId: number, name: string): Promise<boolean> {
    return this.pairings.manager.existsBy(AssetFileEntity, { assetId, name, fileType: 'form_media' });
  }

  /** @throws InvalidError when the source is paired already, or the name is taken */
  async insert(transaction: Transaction, pairing: NewPairing, sourceName: string): Promise<void> {
    await managerOf(transaction)
      .insert(PairedDataEntity, { ...pairing })
      .catch((error: unknown) => {
        if (brokenConstraint(error) !== 'paired_data_source_key') throw taken(error, pairing.filename);
        throw new InvalidError({ source: [`Source \`${sourceName}\` is already paired`] });
      });
  }

  /** @throws InvalidError when the name is taken */
  async update(transaction: Transaction, id: number, change: PairingChange): Promise<void> {
    await managerOf(transaction)
      .update(PairedDataEntity, { id }, change)
      .catch((error: unknown) => {
        throw taken(error, change.filename ?? '');
      });
  }

  /** @returns whether it was there */
  async remove(transaction: Transaction, id: number): Promise<boolean> {
    return (await managerOf(transaction).delete(PairedDataEntity, { id })).affected === 1;
  }

  private of(assetId: number): SelectQueryBuilder<PairedDataEntity> {
    return this.pairings
      .createQueryBuilder('pairing')
      .leftJoin(AssetEntity, 'source', 'source.id = pairing.sourceId AND source.dateDeleted IS NULL')
      .addSelect(['source.uid', 'source.name', 'source.dataSharing'])
      .where('pairing.assetId = :assetId', { assetId })
      .orderBy('pairing.id');
  }
}

/** What the database says of a name that is taken, in words; all else as it is. */
function taken(error: unknown, filename: string): unknown {
  if (brokenConstraint(error) !== 'paired_data_filename_key') return error;
  return new InvalidError({ filename: [`\`${filename}\` is already used`] });
}

async function withSources(query: SelectQueryBuilder<PairedDataEntity>): Promise<PairingRow[]> {
  const { entities, raw } = await query.getRawAndEntities<RawSource>();
  return entities.map((pairing, index) => {
    const { source_uid: uid, source_name: name, source_data_sharing: dataSharing } = raw[index]!;
    return { ...pairing, source: uid === null ? null : { uid, name, dataSharing } };
  });
}
