import type { Readable, Transform, Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../config/clock';
import { Environment } from '../../config/environment';
import { InvalidError, NotFoundError } from '../../domain/errors';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { DataPage } from '../../domain/submission/data-page';
import { wireDay } from '../../domain/text/wire-date';
import { Storage } from '../../storage/storage.port';
import { AccountService } from '../account/account.service';
import { DeployedFormService } from '../deployment/deployed-form.service';
import { SubmissionRepository } from './submission.repository';

/** Reads of submissions take this proof; a row filter rides inside it. */
export type ReadAccess = AssetAccess<'view_submissions'>;

/** A page of submissions whose rows are still in the database. */
export interface SubmissionPage {
  readonly count: number;
  /** Id of the last submission on the page; undefined for an empty one. */
  readonly lastId: number | undefined;
  readonly size: number;
  /** Whether the rows hold markers for host and owner. */
  readonly hasMarkers: boolean;
  readonly ownerUsername: string;
  /** Streams the rows as the inside of an array. */
  readonly writeRows: (
    sink: Writable,
    frame: { head: string; tail: string },
    stages: readonly Transform[],
  ) => Promise<void>;
}

/** One submission as ready JSON with markers for host and owner. */
export interface SubmissionJson {
  readonly json: string;
  readonly ownerUsername: string;
}

export interface SubmissionCounts {
  readonly total: number;
  /** UTC day → submissions, only days that have some. */
  readonly daily: Readonly<Record<string, number>>;
}

export interface AttachmentFile {
  readonly name: string;
  readonly mimetype: string;
  readonly byteSize: number;
  readonly content: Readable;
}

const DAY_MS = 86_400_000;

@Injectable()
export class SubmissionService {
  constructor(
    private readonly submissions: SubmissionRepository,
    private readonly forms: DeployedFormService,
    private readonly accounts: AccountService,
    private readonly storage: Storage,
    private readonly clock: Clock,
    private readonly environment: Environment,
  ) {}

  /** Submissions that a page holds at the most; also what it holds when nothing was asked (decision 11). */
  get largestPage(): number {
    return this.environment.MAX_PAGE_SUBMISSIONS;
  }

  /** @throws InvalidError when the asset was never deployed (contract-data 0) */
  async page(access: ReadAccess, page: DataPage): Promise<SubmissionPage> {
    await this.assertDeployed(access);
    const { assetId } = access;
    if (seesNothing(access)) return emptyPage;
    const [count, { ids, anyAttachments }, ownerUsername] = await Promise.all([
      this.submissions.count(assetId),
      this.submissions.pageIds(assetId, page),
      this.accounts.usernameOf(access.ownerId),
    ]);
    const { descending } = page;
    return {
      count,
      lastId: ids.at(-1),
      size: ids.length,
      hasMarkers: anyAttachments,
      ownerUsername,
      writeRows: (sink, frame, stages) =>
        this.submissions.streamJson(assetId, ids, { ...frame, descending }, stages, sink),
    };
  }

  /** @param id the number, or the root uuid with or without `uuid:` */
  async show(access: ReadAccess, id: string): Promise<SubmissionJson> {
    await this.assertDeployed(access);
    if (seesNothing(access)) throw new NotFoundError();
    const [json, ownerUsername] = await Promise.all([
      this.submissions.findJson(access.assetId, readKey(id)),
      this.accounts.usernameOf(access.ownerId),
    ]);
    if (json === undefined) throw new NotFoundError();
    return { json, ownerUsername };
  }

  /**
   * Total and daily counts of the last `days` UTC dates, today included (decision 19).
   * @throws NotFoundError when the asset was never deployed
   */
  async counts(access: ReadAccess, days: number): Promise<SubmissionCounts> {
    if ((await this.forms.of(access)) === undefined) throw new NotFoundError();
    if (seesNothing(access)) return { total: 0, daily: {} };
    const firstDay = wireDay(new Date(this.clock.now().getTime() - (days - 1) * DAY_MS));
    const [total, daily] = await Promise.all([
      this.submissions.count(access.assetId),
      this.submissions.countByDay(access.assetId, firstDay),
    ]);
    return { total, daily: Object.fromEntries(daily.map(({ day, submissions }) => [day, submissions])) };
  }

  /** A file that came with a submission. */
  async attachment(access: ReadAccess, submissionId: number, uid: string): Promise<AttachmentFile> {
    const found = seesNothing(access)
      ? undefined
      : await this.submissions.findAttachment(access.assetId, submissionId, uid);
    if (found === undefined) throw new NotFoundError();
    const { sha256, ...attachment } = found;
    return { ...attachment, content: await this.storage.read(sha256) };
  }

  private async assertDeployed(access: ReadAccess): Promise<void> {
    if ((await this.forms.of(access)) === undefined) {
      throw new InvalidError('The specified asset has not been deployed');
    }
  }
}

/** Row filters of partial permissions are not evaluated yet: whoever has one sees no row rather than all. */
function seesNothing(access: ReadAccess): boolean {
  return access.filter !== undefined;
}

const emptyPage: SubmissionPage = {
  count: 0,
  lastId: undefined,
  size: 0,
  hasMarkers: false,
  ownerUsername: '',
  writeRows: async (sink, { head, tail }) => {
    sink.end(head + tail);
  },
};

function readKey(id: string): { id: number } | { rootUuid: string } {
  if (/^\d{1,15}$/.test(id)) return { id: Number(id) };
  return { rootUuid: id.startsWith('uuid:') ? id.slice('uuid:'.length) : id };
}
