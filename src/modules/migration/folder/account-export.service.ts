import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../config/clock';
import { Environment } from '../../../config/environment';
import { DomainError, NotFoundError } from '../../../domain/errors';
import type {
  SourceAsset,
  SourceAssetSummary,
  SourceSubmission,
} from '../../../domain/migration/source-types';
import { AccountService } from '../../account/account.service';
import { ProfileService } from '../../account/profile.service';
import { AssetFormService } from '../../asset/asset-form.service';
import { PermissionService } from '../../permission/permission.service';
import { LocalSource } from '../local/local.source';
import { SourcePartError } from '../migration-source.port';
import { AccountFolder, FOLDER, toJson } from './account-folder';
import { EntityExportService } from './entity-export.service';

export interface AccountExport {
  readonly assets: number;
  readonly submissions: number;
  readonly attachments: number;
  /** Files that are not in the export, with the reason. */
  readonly problems: readonly string[];
}

/** Writes all that an account owns as open files: XLSForm, XForm, XML, JSON and media (decision 150). */
@Injectable()
export class AccountExportService {
  constructor(
    private readonly source: LocalSource,
    private readonly accounts: AccountService,
    private readonly profiles: ProfileService,
    private readonly permissions: PermissionService,
    private readonly forms: AssetFormService,
    private readonly entities: EntityExportService,
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError for an unknown account, AccountFolderError for a folder with other files */
  async write(username: string, folder: AccountFolder): Promise<AccountExport> {
    const account = await this.accounts.findByUsername(username);
    if (account === null) throw new NotFoundError(`There is no user ${username}. Check the spelling.`);
    await folder.begin();
    const totals = { assets: 0, submissions: 0, attachments: 0, problems: [] as string[] };
    for (const summary of (await this.source.list([account.username])).assets) {
      const asset = await this.source.readAsset(summary);
      await this.writeForm(folder, account.id, summary, asset, totals.problems);
      await this.writeMedia(folder, summary, asset, totals.problems);
      if (asset.deployment !== undefined) await this.writeSubmissions(folder, summary, totals);
      totals.assets += 1;
    }
    await this.entities.write(folder, await this.accounts.actorForOperator(account.id));
    await folder.write(FOLDER.account, toJson(await this.describe(account)));
    await folder.finish();
    return totals;
  }

  private async describe({ id, username }: { id: number; username: string }) {
    const { email, firstName, lastName, extraDetails, dateJoined } = await this.profiles.show(
      await this.accounts.actorForOperator(id),
    );
    return {
      format: 'fieldhouse account',
      version: 1,
      date: this.clock.now(),
      username,
      server: this.environment.PUBLIC_URL ?? null,
      profile: { email, firstName, lastName, extraDetails, dateJoined },
    };
  }

  private async writeForm(
    folder: AccountFolder,
    ownerId: number,
    summary: SourceAssetSummary,
    asset: SourceAsset,
    problems: string[],
  ): Promise<void> {
    const { uid } = summary;
    await folder.write(FOLDER.asset(uid), toJson(asset));
    for (const version of asset.versions) {
      const content = await this.source.readVersion(summary, version.uid);
      await folder.write(FOLDER.version(uid, version.uid), toJson(content));
    }
    if (asset.assetType === 'collection' || asset.assetType === 'empty') return;
    const actor = await this.accounts.actorForOperator(ownerId);
    const access = await this.permissions.authorize(actor, uid, 'view_asset');
    try {
      const { rendering } = await this.forms.xlsx(access!, { expandKobo: false });
      await folder.write(FOLDER.xlsform(uid), rendering);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      problems.push(`${FOLDER.xlsform(uid)}: ${error.message}`);
    }
    if (asset.deployment !== undefined) {
      await folder.write(FOLDER.xform(uid), await this.source.readXform(summary));
    }
  }

  private async writeMedia(
    folder: AccountFolder,
    summary: SourceAssetSummary,
    { files = [] }: SourceAsset,
    problems: string[],
  ): Promise<void> {
    for (const file of files) {
      if (file.redirectUrl !== undefined) continue;
      const name = FOLDER.media(summary.uid, file);
      await this.writing(name, problems, () =>
        this.source.readFile(summary, file, (bytes) => folder.write(name, bytes)),
      );
    }
  }

  private async writeSubmissions(
    folder: AccountFolder,
    summary: SourceAssetSummary,
    totals: { submissions: number; attachments: number; problems: string[] },
  ): Promise<void> {
    const lines = async function* (this: AccountExportService) {
      for await (const page of this.source.listSubmissions(summary)) {
        await this.writePage(folder, summary, page, totals);
        for (const submission of page) yield Buffer.from(`${JSON.stringify(submission)}\n`);
      }
    }.call(this);
    await folder.write(FOLDER.submissions(summary.uid), Readable.from(lines));
  }

  private async writePage(
    folder: AccountFolder,
    summary: SourceAssetSummary,
    page: readonly SourceSubmission[],
    totals: { submissions: number; attachments: number; problems: string[] },
  ): Promise<void> {
    const instances = await this.source.readInstances(summary, page);
    for (const submission of page) {
      const { id, attachments, earlier = [] } = submission;
      await folder.write(FOLDER.instance(summary.uid, id), instances.get(id) ?? '');
      const states =
        earlier.length === 0 ? new Map<string, string>() : await this.source.readEarlier(summary, submission);
      for (const [index, { uuid }] of earlier.entries())
        await folder.write(FOLDER.earlier(summary.uid, id, index), states.get(uuid) ?? '');
      totals.submissions += 1;
      for (const attachment of attachments) {
        if (attachment.deleted) continue;
        const name = FOLDER.attachment(summary.uid, id, attachment);
        const isWritten = await this.writing(name, totals.problems, () =>
          this.source.readAttachment(summary, { submissionId: id, ...attachment }, (bytes) =>
            folder.write(name, bytes),
          ),
        );
        if (isWritten) totals.attachments += 1;
      }
    }
  }

  /** Continues without files whose bytes are missing here. */
  private async writing(name: string, problems: string[], work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof SourcePartError || error instanceof DomainError)) throw error;
      problems.push(`${name}: ${error.message}`);
      return false;
    }
  }
}
