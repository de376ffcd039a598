import { Injectable } from '@nestjs/common';
import { NotFoundError, orNotFound } from '../../../domain/errors';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import type { Projection } from '../../../domain/query/data-page';
import { scopeOf, type SubmissionPermission } from '../../../domain/query/submission-scope';
import { readSubmissionIdentifier } from '../../../domain/submission/instance-meta';
import { isEncrypted, KEY_ELEMENT } from '../../../domain/submission/encrypted-submission';
import { SubmissionReadRepository } from './submission-read.repository';
import type { ReadAccess } from './submission.service';

/** A submission to edit in a web form. */
export interface OpenedInstance {
  readonly id: number;
  readonly uuid: string;
  readonly xml: string;
  readonly files: readonly { readonly uid: string; readonly name: string }[];
  readonly isEncrypted: boolean;
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

const OPENED: Projection = { keys: ['_id', '_uuid', '_attachments', KEY_ELEMENT], validationStatus: false };

@Injectable()
export class SubmissionInstanceService {
  constructor(private readonly submissions: SubmissionReadRepository) {}

  /** @param name id or uuid @throws NotFoundError */
  async open(access: AssetAccess<SubmissionPermission>, name: string): Promise<OpenedInstance> {
    const [scope, key] = [scopeOf(access), readSubmissionIdentifier(name)];
    const json = await this.submissions.findJson(scope, key, OPENED);
    const xml = await this.submissions.findXml(scope, key);
    if (json === undefined || xml === undefined) throw new NotFoundError();
    const { _id: id, _uuid: uuid, _attachments: files } = JSON.parse(json) as InstanceJson;
    const current = files.filter(({ is_deleted: isDeleted }) => !isDeleted);
    return {
      id,
      uuid,
      xml,
      isEncrypted: isEncrypted(json),
      files: current.map((file) => ({ uid: file.uid, name: file.media_file_basename })),
    };
  }

  async get(access: ReadAccess, id: number): Promise<string> {
    return orNotFound(await this.submissions.findXml(scopeOf(access), { id }));
  }

  /** All submissions that the caller may view, ordered by id. */
  async *chunks(access: ReadAccess): AsyncIterable<readonly string[]> {
    const scope = scopeOf(access);
    for (let last = 0; ;) {
      const rows = await this.submissions.listXmlAfter(scope, last);
      if (rows.length === 0) return;
      yield rows.map(({ xml }) => xml);
      last = rows.at(-1)!.id;
    }
  }
}
