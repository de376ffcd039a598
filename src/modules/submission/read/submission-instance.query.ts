import { Injectable } from '@nestjs/common';
import { BoundedReader } from '../../../database/query/bounded-reader';
import { costOf, withinScope } from '../../../database/query/scope-sql';
import type { SubmissionScope } from '../../../domain/query/submission-scope';

export interface InstanceRow {
  readonly id: number;
  readonly xml: string;
}

const CHUNK_SIZE = 200;

@Injectable()
export class SubmissionInstanceQuery {
  constructor(private readonly reader: BoundedReader) {}

  async find(scope: SubmissionScope, id: number): Promise<string | undefined> {
    const { where, parameters } = withinScope(scope, id);
    const rows = await this.reader.read(costOf(scope), (query) =>
      query<{ xml: string }>(`SELECT xml FROM submission WHERE ${where} AND id = $2`, parameters.values),
    );
    return rows[0]?.xml;
  }

  /** At most `CHUNK_SIZE`, ordered by id. */
  listAfter(scope: SubmissionScope, id: number): Promise<InstanceRow[]> {
    const { where, parameters } = withinScope(scope, id);
    return this.reader.read(costOf(scope), (query) =>
      query<InstanceRow>(
        `SELECT id, xml FROM submission WHERE ${where} AND id > $2 ORDER BY id LIMIT ${CHUNK_SIZE}`,
        parameters.values,
      ),
    );
  }
}
