import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

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

/** Shares content between processes by the clock of the database (decision 172). */
@Injectable()
export class PairedContentQuery {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Finds the generation that has not expired, with the time of the database. */
  async find({
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
  async publish({ pairedDataId, fingerprint, md5, xml, readSince }: NewGeneration): Promise<boolean> {
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

  async prune(): Promise<void> {
    await this.dataSource.query(`DELETE FROM paired_content WHERE date_created <= now() - ${TTL}`);
  }
}
