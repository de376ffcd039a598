import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, Repository } from 'typeorm';
import { ImageRenditionEntity } from '../../database/entities/image-rendition.entity';

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
