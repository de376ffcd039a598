import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Not, Repository, type SelectQueryBuilder, LessThan } from 'typeorm';
import { AssetFileEntity, ImageRenditionEntity } from '../../database/entities/asset.entity';
import { DeploymentEntity } from '../../database/entities/deployment.entity';
import { UserEntity } from '../../database/entities/user.entity';
import { managerOf } from '../../database/unit-of-work/open-transaction';
import type { Transaction } from '../../database/unit-of-work/unit-of-work.port';
import type { Page, PageWindow } from '../../domain/page';

export type AssetFileRow = AssetFileEntity & { readonly username: string };

export type NewAssetFile = Omit<AssetFileEntity, 'id' | 'dateRemoved'>;

@Injectable()
export class AssetFileRepository {
  constructor(@InjectRepository(AssetFileEntity) private readonly files: Repository<AssetFileEntity>) {}

  /** Returns the subset of these hashes that asset files reference. */
  async findReferenced(sha256s: readonly Buffer[]): Promise<Buffer[]> {
    const rows = await this.files.find({ select: { sha256: true }, where: { sha256: In([...sha256s]) } });
    return rows.flatMap(({ sha256 }) => sha256 ?? []);
  }

  /** Excludes paired data; oldest first. @param fileType undefined: all types */
  async list(
    assetId: number,
    fileType: string | undefined,
    { limit, start }: PageWindow,
  ): Promise<Page<AssetFileRow>> {
    const query = this.of(assetId).andWhere("file.fileType <> 'paired_data'");
    if (fileType !== undefined) query.andWhere('file.fileType = :fileType', { fileType });
    const [count, items] = await Promise.all([
      query.getCount(),
      withUsernames(query.clone().limit(limit).offset(start)),
    ]);
    return { count, items };
  }

  /** Oldest first. */
  allOf(assetId: number): Promise<AssetFileRow[]> {
    return withUsernames(this.of(assetId));
  }

  /** Form media of an asset, oldest first. */
  mediaOf(assetId: number): Promise<AssetFileEntity[]> {
    return this.files.find({
      where: { assetId, fileType: 'form_media', dateRemoved: IsNull() },
      order: { id: 'ASC' },
    });
  }

  /** Form media, of these names if given, that were removed, newest first. */
  formerMediaOf(assetId: number, names?: readonly string[]): Promise<AssetFileEntity[]> {
    return this.files.find({
      where: { assetId, ...(names && { name: In([...names]) }), dateRemoved: Not(IsNull()) },
      order: { id: 'DESC' },
    });
  }

  /** All bytes of an asset, also of former files. */
  async hashesOf(assetId: number): Promise<Buffer[]> {
    const rows = await this.files.find({ select: { sha256: true }, where: { assetId } });
    return rows.flatMap(({ sha256 }) => sha256 ?? []);
  }

  /** Files that a clone copies, oldest first. Reads in the transaction: a second connection could deadlock the pool. */
  listCopyable(transaction: Transaction, assetId: number): Promise<AssetFileEntity[]> {
    return managerOf(transaction).find(AssetFileEntity, {
      where: { assetId, fileType: Not('paired_data'), dateRemoved: IsNull() },
      order: { id: 'ASC' },
    });
  }

  async find(assetId: number, uid: string): Promise<AssetFileRow | undefined> {
    const query = this.of(assetId).andWhere('file.uid = :uid', { uid });
    return (await withUsernames(query))[0];
  }

  /** @returns false when form media of that name exist */
  async insert(transaction: Transaction, file: NewAssetFile): Promise<boolean> {
    return (await this.insertAll(transaction, [file])) === 1;
  }

  /** Skips form media whose names exist. @returns number of inserted files */
  async insertAll(transaction: Transaction, files: readonly NewAssetFile[]): Promise<number> {
    if (files.length === 0) return 0;
    const inserted = await managerOf(transaction)
      .createQueryBuilder()
      .insert()
      .into(AssetFileEntity)
      .values(files.map((file) => ({ ...(file as object) })))
      .orIgnore()
      .updateEntity(false)
      .returning(['id'])
      .execute();
    return (inserted.raw as object[]).length;
  }

  isDeployed(assetId: number): Promise<boolean> {
    return this.files.manager.existsBy(DeploymentEntity, { assetId });
  }

  /** Removes a file, of which earlier answers need the labels. @returns whether it existed */
  async retire(transaction: Transaction, id: number, now: Date): Promise<boolean> {
    const manager = managerOf(transaction);
    const { affected } = await manager.update(
      AssetFileEntity,
      { id, dateRemoved: IsNull() },
      { dateRemoved: now },
    );
    return affected === 1;
  }

  /** @returns whether the row existed */
  async remove(transaction: Transaction, id: number): Promise<boolean> {
    return (await managerOf(transaction).delete(AssetFileEntity, { id })).affected === 1;
  }

  private of(assetId: number): SelectQueryBuilder<AssetFileEntity> {
    return this.withUser()
      .where('file.assetId = :assetId AND file.dateRemoved IS NULL', { assetId })
      .orderBy('file.id');
  }

  private withUser(): SelectQueryBuilder<AssetFileEntity> {
    return this.files
      .createQueryBuilder('file')
      .innerJoin(UserEntity, 'sender', 'sender.id = file.userId')
      .addSelect('sender.username', 'username');
  }
}

async function withUsernames(query: SelectQueryBuilder<AssetFileEntity>): Promise<AssetFileRow[]> {
  const { entities, raw } = await query.getRawAndEntities<{ username: string }>();
  return entities.map((file, index) => ({ ...file, username: raw[index]!.username }));
}

const BATCH_SIZE = 1000;

@Injectable()
export class RenditionRepository {
  constructor(
    @InjectRepository(ImageRenditionEntity) private readonly renditions: Repository<ImageRenditionEntity>,
  ) {}

  /** Returns the subset of these hashes that renditions reference. */
  async findReferenced(sha256s: readonly Buffer[]): Promise<Buffer[]> {
    const rows = await this.renditions.find({
      select: { sha256: true },
      where: { sha256: In([...sha256s]) },
    });
    return rows.map(({ sha256 }) => sha256);
  }

  find(sourceSha256: Buffer, longestSide: number): Promise<ImageRenditionEntity | null> {
    return this.renditions.findOneBy({ sourceSha256, longestSide });
  }

  /** @returns false when another process inserted it first */
  async insert(rendition: ImageRenditionEntity): Promise<boolean> {
    const inserted = await this.renditions
      .createQueryBuilder()
      .insert()
      .values(rendition)
      .orIgnore()
      .returning(['longestSide'])
      .execute();
    return (inserted.raw as unknown[]).length > 0;
  }

  /** Renditions created before the date, in the order of their keys: a batch after the last one of the batch before. */
  findCreatedBefore(before: Date, last?: ImageRenditionEntity): Promise<ImageRenditionEntity[]> {
    const query = this.renditions
      .createQueryBuilder('rendition')
      .where({ dateCreated: LessThan(before) })
      .orderBy({ 'rendition.sourceSha256': 'ASC', 'rendition.longestSide': 'ASC' })
      .limit(BATCH_SIZE);
    if (last !== undefined) {
      query.andWhere('(rendition.sourceSha256, rendition.longestSide) > (:sourceSha256, :longestSide)', last);
    }
    return query.getMany();
  }

  async remove({ sourceSha256, longestSide }: ImageRenditionEntity): Promise<void> {
    await this.renditions.delete({ sourceSha256, longestSide });
  }
}
