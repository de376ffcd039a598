import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Projection } from '../../domain/query/projection';
import { scopeOf, type SubmissionRight } from '../../domain/query/submission-scope';
import { readSubmissionName } from '../../domain/submission/submission-name';
import { SubmissionInstanceQuery } from './submission-instance.query';
import { SubmissionQuery } from './submission.query';
import type { ReadAccess } from './submission.service';

/** A submission as it can be filled in again. */
export interface OpenedInstance {
  readonly id: number;
  /** The current one. */
  readonly uuid: string;
  readonly xml: string;
  readonly files: readonly { readonly uid: string; readonly name: string }[];
}

interface InstanceJson {
  readonly _id: number;
  readonly _uuid: string;
  readonly _attachments: readonly {
    readonly uid: string;
    readonly media_file_basename: string;
    readonly is_deleted: boolean;
  }[];
}

const OPENED: Projection = { keys: ['_id', '_uuid', '_attachments'], validationStatus: false };

/** Hands out submissions as the XML that they came as. */
@Injectable()
export class SubmissionInstanceService {
  constructor(
    private readonly instances: SubmissionInstanceQuery,
    private readonly submissions: SubmissionQuery,
  ) {}

  /** With its files, by its number or an identifier. @throws NotFoundError when it is out of reach */
  async open(access: AssetAccess<SubmissionRight>, name: string): Promise<OpenedInstance> {
    const [scope, called] = [scopeOf(access), readSubmissionName(name)];
    const json = await this.submissions.findJson(scope, called, OPENED);
    const xml = await this.submissions.findXml(scope, called);
    if (json === undefined || xml === undefined) throw new NotFoundError();
    const { _id: id, _uuid: uuid, _attachments: files } = JSON.parse(json) as InstanceJson;
    const kept = files.filter(({ is_deleted: isDeleted }) => !isDeleted);
    return { id, uuid, xml, files: kept.map((file) => ({ uid: file.uid, name: file.media_file_basename })) };
  }

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
