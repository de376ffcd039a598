import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConflictError } from '../../domain/errors';

/** Bytes travel as text; more at a time would keep all other requests waiting while they are decoded. */
const PIECE_BYTES = 1024 * 1024;

/** Files of imports that the release before this one took in and kept in their rows. */
@Injectable()
export class ImportSourceQuery {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * @returns undefined when the row keeps none
   * @throws ConflictError when the import ended meanwhile, and its file with it
   */
  async read(uid: string): Promise<Buffer | undefined> {
    const length = await this.lengthOf(uid);
    if (length === null) return undefined;
    const pieces: Buffer[] = [];
    for (let start = 0; start < length; start += PIECE_BYTES) pieces.push(await this.readPiece(uid, start));
    return Buffer.concat(pieces);
  }

  private async lengthOf(uid: string): Promise<number | null> {
    const rows = await this.dataSource.query<{ length: number | null }[]>(
      'SELECT octet_length(source) AS length FROM import_task WHERE uid = $1',
      [uid],
    );
    return rows[0]?.length ?? null;
  }

  private async readPiece(uid: string, start: number): Promise<Buffer> {
    const rows = await this.dataSource.query<{ piece: Buffer | null }[]>(
      `SELECT substring(source FROM $2 FOR ${PIECE_BYTES}) AS piece FROM import_task WHERE uid = $1`,
      [uid, start + 1],
    );
    const piece = rows[0]?.piece ?? null;
    if (piece === null) throw new ConflictError('The import was given up meanwhile; send the file again.');
    return piece;
  }
}
