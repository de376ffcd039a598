import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository } from 'typeorm';
import { ImportTaskEntity } from '../../database/entities/import-task.entity';

@Injectable()
export class ImportRepository {
  constructor(@InjectRepository(ImportTaskEntity) private readonly tasks: Repository<ImportTaskEntity>) {}

  /** Hashes that open tasks reference. */
  async findReferenced(sha256s: readonly Buffer[]): Promise<Buffer[]> {
    const rows = await this.tasks.find({
      select: { sourceSha256: true },
      where: { sourceSha256: In([...sha256s]), status: In(['created', 'processing']) },
    });
    return rows.flatMap(({ sourceSha256 }) => sourceSha256 ?? []);
  }

  /** Oldest first (contract-assets 6). */
  async list(userId: number, limit: number, start: number): Promise<[ImportTaskEntity[], number]> {
    return this.tasks.findAndCount({ where: { userId }, order: { id: 'ASC' }, take: limit, skip: start });
  }

  find(userId: number, uid: string): Promise<ImportTaskEntity | null> {
    return this.tasks.findOneBy({ userId, uid });
  }
}
