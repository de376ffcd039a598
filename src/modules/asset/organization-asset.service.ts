import { Injectable } from '@nestjs/common';
import type { UserActor } from '../../domain/account/actor';
import type { Page, PageWindow } from '../../domain/page';
import type { AssetSortKey } from '../../domain/query/asset-order';
import type { RevalidatedRead } from '../../domain/revalidated-read';
import { OrganizationService } from '../organization/organization.service';
import {
  type AssetFilter,
  type AssetListing,
  AssetListService,
  type AssetPage,
  type DeploymentCounts,
  type MinimalAsset,
} from './asset-list.service';

/** Asset lists of an organization: the assets that its owner owns. @throws NotFoundError as `OrganizationService.show` */
@Injectable()
export class OrganizationAssetService {
  constructor(
    private readonly organizations: OrganizationService,
    private readonly lists: AssetListService,
  ) {}

  async list(
    actor: UserActor,
    organization: string,
    request: AssetFilter,
    listing: AssetListing,
    window: PageWindow,
  ): Promise<RevalidatedRead<AssetPage>> {
    await this.organizations.show(actor, organization);
    return this.lists.list(actor, { ...request, scope: 'owned' }, listing, window);
  }

  async deploymentCounts(
    actor: UserActor,
    organization: string,
    request: AssetFilter,
  ): Promise<DeploymentCounts> {
    await this.organizations.show(actor, organization);
    return this.lists.deploymentCounts(actor, { ...request, scope: 'owned' });
  }

  async minimalList(
    actor: UserActor,
    organization: string,
    request: AssetFilter,
    order: readonly AssetSortKey[],
    window: PageWindow,
  ): Promise<Page<MinimalAsset>> {
    await this.organizations.show(actor, organization);
    return this.lists.minimalList(actor, { ...request, scope: 'owned' }, order, window);
  }
}
