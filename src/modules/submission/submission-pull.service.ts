import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../domain/errors';
import type { AskedPart } from '../../domain/file/file-part';
import { scopeOf } from '../../domain/query/submission-scope';
import { bareUuid } from '../../domain/submission/instance-id';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { StoredFileService } from '../media/stored-file.service';
import { type PulledFileRow, SubmissionPullQuery } from './submission-pull.query';
import type { ReadAccess } from './submission.service';

/** Identifiers of some submissions, and where the list goes on. */
export interface PulledList {
  /** Bare. */
  readonly uuids: readonly string[];
  readonly cursor: number;
}

/** A submission as it came, with its files. */
export interface PulledSubmission {
  readonly assetUid: string;
  readonly id: number;
  readonly uuid: string;
  readonly xml: string;
  readonly submittedAt: Date;
  readonly files: readonly { readonly uid: string; readonly name: string; readonly md5: string }[];
}

const WHOLE: AskedPart = { range: undefined, ifRange: undefined, ifNoneMatch: undefined };

/** Hands out whole submissions to programs that keep copies of them, such as ODK Briefcase. */
@Injectable()
export class SubmissionPullService {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly submissions: SubmissionPullQuery,
    private readonly files: StoredFileService,
  ) {}

  /** Those behind a cursor; the cursor of the first list is 0. */
  async list(access: ReadAccess, cursor: number, limit: number): Promise<PulledList> {
    await this.forms.deployed(access);
    const rows = await this.submissions.identities(scopeOf(access), cursor, limit);
    return { uuids: rows.map(({ uuid }) => uuid), cursor: rows.at(-1)?.id ?? cursor };
  }

  /** @param instanceId that it bears now, with or without its scheme @throws NotFoundError */
  async one(access: ReadAccess, instanceId: string): Promise<PulledSubmission> {
    const scope = scopeOf(access);
    const found = await this.submissions.find(scope, bareUuid(instanceId));
    if (found === undefined) throw new NotFoundError();
    const files = [];
    for (const file of await this.submissions.files(scope, found)) {
      files.push({ uid: file.uid, name: file.name, md5: await this.md5(file) });
    }
    return { ...found, assetUid: access.assetUid, files };
  }

  /** By which such programs know a file again; ours are known by another hash. */
  private async md5(file: PulledFileRow): Promise<string> {
    const hash = createHash('md5');
    const { content } = await this.files.open(file, WHOLE);
    if (content !== undefined) for await (const chunk of content) hash.update(chunk as Buffer);
    return hash.digest('hex');
  }
}
