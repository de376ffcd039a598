import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { orNotFound } from '../../../domain/errors';
import type { RangeRequest } from '../../../domain/file/file-part';
import { scopeOf } from '../../../domain/query/submission-scope';
import { DeployedFormService } from '../../deployment/deployed-form.service';
import { StoredFileService } from '../../media/stored-file.service';
import { type PulledFileRow, SubmissionStreamRepository } from './submission-stream.repository';
import type { ReadAccess } from '../read/submission.service';
import { bareUuid } from '../../../domain/submission/instance-document';

export interface PulledList {
  /** Without a scheme. */
  readonly uuids: readonly string[];
  readonly cursor: number;
}

export interface PulledSubmission {
  readonly assetUid: string;
  readonly id: number;
  readonly uuid: string;
  readonly xml: string;
  readonly submittedAt: Date;
  readonly files: readonly { readonly uid: string; readonly name: string; readonly md5: string }[];
}

const WHOLE: RangeRequest = { range: undefined, ifRange: undefined, ifNoneMatch: undefined };

/** Lists and returns whole submissions for replication tools such as ODK Briefcase. */
@Injectable()
export class SubmissionPullService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionStreamRepository,
    private readonly files: StoredFileService,
  ) {}

  /** Submissions after a cursor, which starts at 0. */
  async list(access: ReadAccess, cursor: number, limit: number): Promise<PulledList> {
    await this.forms.getDeployed(access);
    const rows = await this.submissions.listIdentities(scopeOf(access), cursor, limit);
    return { uuids: rows.map(({ uuid }) => uuid), cursor: rows.at(-1)?.id ?? cursor };
  }

  /** @param instanceId current instanceID, with or without scheme @throws NotFoundError */
  async get(access: ReadAccess, instanceId: string): Promise<PulledSubmission> {
    const scope = scopeOf(access);
    const found = orNotFound(await this.submissions.find(scope, bareUuid(instanceId)));
    const files = [];
    for (const file of await this.submissions.listFiles(scope, found)) {
      files.push({ uid: file.uid, name: file.name, md5: await this.md5(file) });
    }
    return { ...found, assetUid: access.assetUid, files };
  }

  /** The Briefcase manifest requires MD5; storage has SHA-256 only. */
  private async md5(file: PulledFileRow): Promise<string> {
    const hash = createHash('md5');
    const { content } = await this.files.open(file, WHOLE);
    if (content !== undefined) for await (const chunk of content) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }
}
