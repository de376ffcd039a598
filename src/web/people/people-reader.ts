import { Injectable } from '@nestjs/common';
import type { Actor } from '../../domain/account/actor';
import { InvalidError } from '../../domain/errors';
import { mergeVersions } from '../../domain/form-history/merged-schema';
import type { AssetAccess } from '../../domain/permission/asset-access';
import { type ReportQuestion, reportQuestions } from '../../domain/report/report-question';
import { AssetListService } from '../../modules/asset/asset-list.service';
import { CollectorLinkService } from '../../modules/account/credential/collector-link.service';
import { DeployedFormService } from '../../modules/deployment/deployed-form.service';
import { PermissionAssignmentService } from '../../modules/permission/permission-assignment.service';
import { PermissionService } from '../../modules/permission/permission.service';
import { SINGLE_PAGE } from '../page/page';
import type { People } from './people.page';

/** Reads what the pages about people show. */
@Injectable()
export class PeopleReader {
  constructor(
    private readonly assignments: PermissionAssignmentService,
    private readonly permissions: PermissionService,
    private readonly links: CollectorLinkService,
    private readonly forms: DeployedFormService,
    private readonly lists: AssetListService,
  ) {}

  async of(actor: Actor, access: AssetAccess<'view_asset' | 'manage_asset'>): Promise<People> {
    const manages = await this.permissions.authorize(actor, access.assetUid, 'manage_asset');
    const assignments = await this.assignments.list(actor, access);
    const isFiltered = assignments.some(({ partialGrants }) => partialGrants !== null);
    const questions = isFiltered ? await this.questions(access) : [];
    return {
      assignments,
      sources: manages === undefined ? [] : await this.sources(actor, access),
      links: manages === undefined ? undefined : (await this.links.list(manages, SINGLE_PAGE)).items,
      labels: new Map(questions.map(({ places: [{ path }], label, name }) => [path, label ?? name])),
    };
  }

  /** Other projects that the visitor may see, whose people can be copied; the first thousand by name. */
  private async sources(actor: Actor, { assetUid }: { readonly assetUid: string }) {
    const filter = { scope: 'listed', assetType: 'survey' } as const;
    const order = [{ by: 'name', descending: false }] as const;
    const { items } = await this.lists.minimalList(actor, filter, order, SINGLE_PAGE).read();
    return items.filter(({ uid }) => uid !== assetUid);
  }

  /** Questions of the version deployed last, labelled in its first language; none before the first deployment. */
  async questions(
    access: Pick<AssetAccess<never>, 'assetId' | 'assetUid'>,
  ): Promise<readonly ReportQuestion[]> {
    const newest = (await this.forms.findByAsset(access))?.versionUids[0];
    if (newest === undefined) return [];
    const [{ versions }, languages] = await Promise.all([
      this.forms.history(access, [newest]),
      this.forms.languages(access),
    ]);
    return reportQuestions(mergeVersions(versions), newest, languages[0] ?? undefined);
  }
}

/** Explains an unknown user in the words of the form. */
export async function namingUser<Result>(action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof InvalidError && JSON.stringify(error.fields?.['user'])?.includes('hyperlink')) {
      throw InvalidError.at('user', 'There is no active account with this username.');
    }
    throw error;
  }
}
