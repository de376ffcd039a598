import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';
import { scopeOf } from '../../domain/query/submission-scope';
import { SubmissionInstanceQuery } from './submission-instance.query';
import type { ReadAccess } from './submission.service';

/** Hands out submissions as the XML that they came as. */
@Injectable()
export class SubmissionInstanceService {
  constructor(private readonly instances: SubmissionInstanceQuery) {}

  /** @throws NotFoundError when the caller sees no such submission */
  async show(access: ReadAccess, id: number): Promise<string> {
    const xml = await this.instances.find(scopeOf(access), id);
    if (xml === undefined) throw new NotFoundError();
    return xml;
  }

  /** All that the caller sees, in the order in which they came, some at a time. */
  async *pieces(access: ReadAccess): AsyncIterable<readonly string[]> {
    const scope = scopeOf(access);
    for (let last = 0; ;) {
      const rows = await this.instances.after(scope, last);
      if (rows.length === 0) return;
      yield rows.map(({ xml }) => xml);
      last = rows.at(-1)!.id;
    }
  }
}
