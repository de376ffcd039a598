import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { ExportSettingEntity } from '../../database/entities/export-setting.entity';
import type { Page, PageWindow } from '../../domain/page';

@Injectable()
export class ExportSettingRepository {
  constructor(
    @InjectRepository(ExportSettingEntity) private readonly settings: Repository<ExportSettingEntity>,
  ) {}

  /** Last modified first. */
  async list(assetId: number, { limit, start }: PageWindow): Promise<Page<ExportSettingEntity>> {
    const [items, count] = await this.settings.findAndCount({
      where: { assetId },
      order: { dateModified: 'DESC', id: 'DESC' },
      take: limit,
      skip: start,
    });
    return { count, items };
  }

  find(assetId: number, uid: string): Promise<ExportSettingEntity | null> {
    return this.settings.findOneBy({ assetId, uid });
  }

  async insert(setting: Omit<ExportSettingEntity, 'id'>): Promise<void> {
    await this.settings.insert({ ...setting, request: setting.request as object });
  }

  /** @returns false when there is none */
  async update(
    assetId: number,
    uid: string,
    { request, ...change }: Partial<Pick<ExportSettingEntity, 'name' | 'request' | 'dateModified'>>,
  ): Promise<boolean> {
    const changed = { ...change, ...(request !== undefined && { request: request as object }) };
    const { affected } = await this.settings.update({ assetId, uid }, changed);
    return affected === 1;
  }

  /** @returns false when there was none */
  async remove(assetId: number, uid: string): Promise<boolean> {
    const { affected } = await this.settings.delete({ assetId, uid });
    return affected === 1;
  }
}
