import { Injectable } from '@nestjs/common';
import { InjectDataSource, InjectRepository } from '@nestjs/typeorm';
import { DataSource, IsNull, Repository, type SelectQueryBuilder } from 'typeorm';
import { violatedConstraint } from '../../../database/constraint-violation';
import { AssetFileEntity, AssetEntity } from '../../../database/entities/asset.entity';
import { PairedDataEntity } from '../../../database/entities/supplement.entity';
import { managerOf } from '../../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../../database/unit-of-work/unit-of-work.port';
import { InvalidError } from '../../../domain/errors';
import type { Page, PageWindow } from '../../../domain/page';
import type { DataSharing } from '../../../domain/sharing/data-sharing';

/** Content of paired data that all processes serve until it expires. */
export interface Generation {
  /** MD5 of the XML, 32 hex digits. */
  readonly md5: string;
  /** Too large to be shared: only the MD5 is. */
  readonly isLarge: boolean;
}

export interface GenerationKey {
  readonly pairedDataId: number;
  /** Source, fields and row filter that the content is built for. */
  readonly fingerprint: string;
}

export interface NewGeneration extends GenerationKey {
  readonly md5: string;
  /** Undefined: too large. */
  readonly xml: string | undefined;
  /** Time before the content was read, as text of the database. */
  readonly readSince: string;
}

const TTL = `interval '5 minutes'`;

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
    @InjectDataSource() private readonly dataSource: DataSource,
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
    return this.pairedData.manager.existsBy(AssetFileEntity, {
      assetId,
      name,
      fileType: 'form_media',
      dateRemoved: IsNull(),
    });
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

  /** Finds the generation that has not expired, with the time of the database. */
  async findContent({
    pairedDataId,
    fingerprint,
  }: GenerationKey): Promise<{ readonly now: string; readonly generation: Generation | undefined }> {
    const [row] = await this.dataSource.query<{ now: string; md5: string | null; isLarge: boolean }[]>(
      `SELECT now()::text AS now, content.md5, content.xml IS NULL AS "isLarge"
         FROM (VALUES (1)) AS one
         LEFT JOIN paired_content content
           ON content.paired_data_id = $1 AND content.fingerprint = $2 AND content.date_created > now() - ${TTL}`,
      [pairedDataId, fingerprint],
    );
    const { now, md5, isLarge } = row!;
    return { now, generation: md5 === null ? undefined : { md5, isLarge } };
  }

  /** @returns undefined if another generation has replaced it */
  async readXml(pairedDataId: number, md5: string): Promise<string | undefined> {
    const rows = await this.dataSource.query<{ xml: string }[]>(
      'SELECT xml FROM paired_content WHERE paired_data_id = $1 AND md5 = $2 AND xml IS NOT NULL',
      [pairedDataId, md5],
    );
    return rows[0]?.xml;
  }

  /** @returns false if another process was first, or the paired data was deleted */
  async publishContent({ pairedDataId, fingerprint, md5, xml, readSince }: NewGeneration): Promise<boolean> {
    const rows = await this.dataSource.query<object[]>(
      `INSERT INTO paired_content AS existing (paired_data_id, fingerprint, md5, xml, date_created)
       SELECT id, $2, $3, $4, $5::timestamptz FROM paired_data WHERE id = $1 FOR KEY SHARE
       ON CONFLICT ON CONSTRAINT paired_content_pk DO UPDATE
          SET fingerprint = excluded.fingerprint, md5 = excluded.md5, xml = excluded.xml,
              date_created = excluded.date_created
        WHERE existing.date_created < excluded.date_created
          AND (existing.fingerprint <> excluded.fingerprint OR existing.date_created <= now() - ${TTL})
       RETURNING 1`,
      [pairedDataId, fingerprint, md5, xml ?? null, readSince],
    );
    return rows.length > 0;
  }

  async pruneContent(): Promise<void> {
    await this.dataSource.query(`DELETE FROM paired_content WHERE date_created <= now() - ${TTL}`);
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
