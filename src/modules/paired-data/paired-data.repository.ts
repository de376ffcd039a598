import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type SelectQueryBuilder } from 'typeorm';
import { violatedConstraint } from '../../database/constraint-violation';
import { AssetFileEntity } from '../../database/entities/asset-file.entity';
import { AssetEntity } from '../../database/entities/asset.entity';
import { PairedDataEntity } from '../../database/entities/paired-data.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import { InvalidError } from '../../domain/errors';
import type { Page, PageWindow } from '../../domain/page';
import type { DataSharing } from '../../domain/sharing/data-sharing';

export interface PairedSource {
  readonly uid: string;
  readonly name: string;
  readonly dataSharing: DataSharing;
}

/** The source is null after its deletion. */
export type PairedDataRow = PairedDataEntity & { readonly source: PairedSource | null };
export type NewPairedData = Omit<PairedDataEntity, 'id'>;
export type PairedDataChange = Partial<Pick<PairedDataEntity, 'fields' | 'filename' | 'dateModified'>>;

interface RawSource {
  readonly source_uid: string | null;
  readonly source_name: string;
  readonly source_data_sharing: DataSharing;
}

@Injectable()
export class PairedDataRepository {
  constructor(
    @InjectRepository(PairedDataEntity) private readonly pairedData: Repository<PairedDataEntity>,
  ) {}

  /** Oldest first, like `listAll`. */
  async list(assetId: number, { limit, start }: PageWindow): Promise<Page<PairedDataRow>> {
    const query = this.selectByAsset(assetId);
    const [count, items] = await Promise.all([
      query.getCount(),
      withSources(query.clone().limit(limit).offset(start)),
    ]);
    return { count, items };
  }

  listAll(assetId: number): Promise<PairedDataRow[]> {
    return withSources(this.selectByAsset(assetId));
  }

  async find(assetId: number, uid: string): Promise<PairedDataRow | undefined> {
    return (await withSources(this.selectByAsset(assetId).andWhere('pairing.uid = :uid', { uid })))[0];
  }

  hasMediaFile(assetId: number, name: string): Promise<boolean> {
    return this.pairedData.manager.existsBy(AssetFileEntity, { assetId, name, fileType: 'form_media' });
  }

  /** @throws InvalidError if the source is paired already, or the name is in use */
  async insert(transaction: Transaction, pairedData: NewPairedData, sourceName: string): Promise<void> {
    await managerOf(transaction)
      .insert(PairedDataEntity, { ...pairedData })
      .catch((error: unknown) => {
        if (violatedConstraint(error) !== 'paired_data_source_key')
          throw toFilenameConflict(error, pairedData.filename);
        throw InvalidError.at('source', `Source \`${sourceName}\` is already paired`);
      });
  }

  /** @throws InvalidError if the name is in use */
  async update(transaction: Transaction, id: number, change: PairedDataChange): Promise<void> {
    await managerOf(transaction)
      .update(PairedDataEntity, { id }, change)
      .catch((error: unknown) => {
        throw toFilenameConflict(error, change.filename ?? '');
      });
  }

  /** @returns false if it does not exist */
  async remove(transaction: Transaction, id: number): Promise<boolean> {
    return (await managerOf(transaction).delete(PairedDataEntity, { id })).affected === 1;
  }

  private selectByAsset(assetId: number): SelectQueryBuilder<PairedDataEntity> {
    return this.pairedData
      .createQueryBuilder('pairing')
      .leftJoin(AssetEntity, 'source', 'source.id = pairing.sourceId AND source.dateDeleted IS NULL')
      .addSelect(['source.uid', 'source.name', 'source.dataSharing'])
      .where('pairing.assetId = :assetId', { assetId })
      .orderBy('pairing.id');
  }
}

/** Translates a violated unique constraint on the file name; returns other errors unchanged. */
function toFilenameConflict(error: unknown, filename: string): unknown {
  if (violatedConstraint(error) !== 'paired_data_filename_key') return error;
  return InvalidError.at('filename', `\`${filename}\` is already used`);
}

async function withSources(query: SelectQueryBuilder<PairedDataEntity>): Promise<PairedDataRow[]> {
  const { entities, raw } = await query.getRawAndEntities<RawSource>();
  return entities.map((pairedData, index) => {
    const { source_uid: uid, source_name: name, source_data_sharing: dataSharing } = raw[index]!;
    return { ...pairedData, source: uid === null ? null : { uid, name, dataSharing } };
  });
}
