import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { FastPathHandler, FastPath } from '../../authorization/fast-path-handler';
import { Public, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { PageWindow } from '../../domain/page';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Rendering } from '../../domain/text/rendering';
import type { CachedResponse } from '../../http/cached-response';
import { isSimpleRead, acceptsJson } from '../../http/negotiation/simple-request';
import { ListWindowPipe } from '../../http/pagination/page-window.pipe';
import { UrlCache } from '../../http/url/url-cache';
import { linksOf, urlOf } from '../../http/url/request-links';
import { validateQuery } from '../../http/validation/validate-query';
import { assetDetailRendering } from './asset-detail.presenter';
import { AssetDetailService } from './asset-detail.service';
import { assetPageRendering } from './asset-list.presenter';
import { type AssetFilter, type AssetListing, AssetListService, type AssetPage } from './asset-list.service';
import { type AssetJson, presentWithCounts } from './asset-json.presenter';
import type { AssetDetail } from './asset-view.service';
import { ListAssetsDto } from './dto/list-assets.dto';
import { ShownFieldsDto } from './dto/shown-fields.dto';

/** Excludes other paths such as `metadata`, and uids with a format suffix. */
const UID = /^a[A-Za-z0-9]{21}$/;

interface ListRequest {
  readonly filter: AssetFilter;
  readonly listing: AssetListing;
  readonly window: PageWindow;
  readonly rendering: Rendering<AssetPage, AssetJson>;
}

/** Fast path of asset lists and details, which clients poll (decision 108). */
@Injectable()
export class AssetFastPath extends FastPathHandler {
  private readonly listRequests = new UrlCache<ListRequest>(readList);
  private readonly detailRenderings = new UrlCache<Rendering<AssetDetail, AssetJson>>(readDetail);

  constructor(
    private readonly lists: AssetListService,
    private readonly details: AssetDetailService,
  ) {
    super();
  }

  canHandle(request: IncomingMessage, { uid }: Readonly<Record<string, string>>): boolean {
    return isSimpleRead(request) && acceptsJson(request) && (uid === undefined || UID.test(uid));
  }

  @FastPath('GET', 'api/v2/assets')
  @Public()
  async list(actor: Actor, request: Request): Promise<CachedResponse> {
    const { filter, listing, window, rendering } = await this.listRequests.get(request);
    return presentWithCounts(await this.lists.list(actor, filter, listing, window, rendering));
  }

  @FastPath('GET', 'api/v2/assets/:uid')
  @Requires('view_asset', { family: 'asset-detail' })
  async show(access: AssetAccess<'view_asset'>, actor: Actor, request: Request): Promise<CachedResponse> {
    return presentWithCounts(
      await this.details.show(actor, access, await this.detailRenderings.get(request)),
    );
  }
}

async function readList(request: Request): Promise<ListRequest> {
  const query = await validateQuery(ListAssetsDto, request);
  const fields = await validateQuery(ShownFieldsDto, request);
  const page = new ListWindowPipe().transform({ query: request.query, url: urlOf(request) });
  return {
    filter: query.toInput(),
    listing: query.toListing(),
    window: page.window,
    rendering: assetPageRendering(linksOf(request), page, fields.excluded()),
  };
}

async function readDetail(request: Request): Promise<Rendering<AssetDetail, AssetJson>> {
  const fields = await validateQuery(ShownFieldsDto, request);
  return assetDetailRendering(linksOf(request), fields.excluded());
}
