import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { jsonFromBytes, checkedInteger } from '../../../database/query/sql-parameters';
import { CopyReader } from '../../../database/copy/copy-reader';
import { FormDraftEntity } from '../../../database/entities/asset.entity';

/** Draft of a person for a form, with its content as JSON in UTF-8. */
export interface FormDraftRow extends Omit<FormDraftEntity, 'content'> {
  readonly content: Uint8Array;
}

@Injectable()
export class FormDraftRepository {
  constructor(
    @InjectRepository(FormDraftEntity) private readonly drafts: Repository<FormDraftEntity>,
    private readonly reader: CopyReader,
  ) {}

  /** Reads content and revision of the same write. */
  async find(assetId: number, userId: number): Promise<FormDraftRow | undefined> {
    const columns = await this.reader.readFirstRow(
      `SELECT content, base_version_uid, revision, floor(extract(epoch FROM date_modified) * 1000)::bigint::text
         FROM form_draft WHERE asset_id = ${checkedInteger(assetId)} AND user_id = ${checkedInteger(userId)}`,
    );
    if (columns === undefined) return undefined;
    const [content, ...texts] = columns;
    const [baseVersionUid, revision, time] = texts.map((bytes) => bytes.toString());
    return {
      assetId,
      userId,
      content: content!,
      baseVersionUid: baseVersionUid!,
      revision: revision!,
      dateModified: new Date(Number(time)),
    };
  }

  /** @returns false if the person has a draft of the form already */
  async insert({ content, ...draft }: FormDraftRow): Promise<boolean> {
    const { values, parameters } = jsonFromBytes({ content });
    const inserted = await this.drafts
      .createQueryBuilder()
      .insert()
      .values({ ...draft, ...values })
      .setParameters(parameters)
      .orIgnore()
      .updateEntity(false)
      .returning(['revision'])
      .execute();
    return (inserted.raw as unknown[]).length === 1;
  }

  /** @returns false unless the stored draft has the revision */
  async replace({ assetId, userId, content, ...draft }: FormDraftRow, revision: string): Promise<boolean> {
    const { values, parameters } = jsonFromBytes({ content });
    const { affected } = await this.drafts
      .createQueryBuilder()
      .update()
      .set({ ...draft, ...values })
      .where({ assetId, userId, revision })
      .setParameters(parameters)
      .execute();
    return affected === 1;
  }

  /** @param revision default: any @returns false if there is none of the revision */
  async remove(assetId: number, userId: number, revision?: string): Promise<boolean> {
    const { affected } = await this.drafts.delete({
      assetId,
      userId,
      ...(revision !== undefined && { revision }),
    });
    return affected === 1;
  }

  exists(assetId: number, userId: number): Promise<boolean> {
    return this.drafts.existsBy({ assetId, userId });
  }
}
