import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import { AssetFileEntity } from '../../database/entities/asset-file.entity';
import { AttachmentEntity } from '../../database/entities/attachment.entity';
import { ImageRenditionEntity } from '../../database/entities/image-rendition.entity';

const CLEANUP_BATCH_LIMIT = 1000;

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

  /** Renditions created before the date whose source no row references; a batch. */
  findOrphans(before: Date): Promise<ImageRenditionEntity[]> {
    const manager = this.renditions.manager;
    const referencing = (entity: typeof AttachmentEntity | typeof AssetFileEntity) =>
      manager.createQueryBuilder(entity, 'named').select('1').where('named.sha256 = rendition.sourceSha256');
    return this.renditions
      .createQueryBuilder('rendition')
      .where({ dateCreated: LessThan(before) })
      .andWhere(
        `NOT EXISTS (${referencing(AttachmentEntity).andWhere('named.dateDeleted IS NULL').getQuery()})`,
      )
      .andWhere(`NOT EXISTS (${referencing(AssetFileEntity).getQuery()})`)
      .limit(CLEANUP_BATCH_LIMIT)
      .getMany();
  }

  async remove({ sourceSha256, longestSide }: ImageRenditionEntity): Promise<void> {
    await this.renditions.delete({ sourceSha256, longestSide });
  }
}
