import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Door, InFrontOf } from '../../authorization/door';
import { Public, Requires } from '../../authorization/policy';
import type { Actor } from '../../domain/account/actor';
import type { PageWindow } from '../../domain/page';
import type { AssetAccess } from '../../domain/permission/asset-access';
import type { Rendering } from '../../domain/text/rendering';
import type { KeptBody } from '../../http/kept-body';
import { readsPlainly, takesJson } from '../../http/negotiation/plain-request';
import { ListWindowPipe } from '../../http/pagination/page-window.pipe';
import { KnownUrls } from '../../http/url/known-urls';
import { linksOf, urlOf } from '../../http/url/request-links';
import { queryAs } from '../../http/validation/query-as';
import { assetDetailText } from './asset-detail.presenter';
import { AssetDetailService } from './asset-detail.service';
import { assetPageText } from './asset-list.presenter';
import { type AssetFilter, type AssetListing, AssetListService, type AssetPage } from './asset-list.service';
import { type AssetText, presentCounted } from './asset-text.presenter';
import type { AssetDetail } from './asset-view.service';
import { ListAssetsDto } from './dto/list-assets.dto';
import { ShownFieldsDto } from './dto/shown-fields.dto';

/** Words of other paths, and uids with a suffix, are none. */
const UID = /^a[A-Za-z0-9]{21}$/;

interface AskedList {
  readonly filter: AssetFilter;
  readonly listing: AssetListing;
  readonly window: PageWindow;
  readonly shown: Rendering<AssetPage, AssetText>;
}

/** The light way to assets, one or a list of them, which clients ask for again and again (decision 108). */
@Injectable()
export class AssetDoor extends Door {
  private readonly askedLists = new KnownUrls<AskedList>(readList);
  private readonly askedDetails = new KnownUrls<Rendering<AssetDetail, AssetText>>(readDetail);

  constructor(
    private readonly lists: AssetListService,
    private readonly details: AssetDetailService,
  ) {
    super();
  }

  isPlain(request: IncomingMessage, { uid }: Readonly<Record<string, string>>): boolean {
    return readsPlainly(request) && takesJson(request) && (uid === undefined || UID.test(uid));
  }

  @InFrontOf('GET', 'api/v2/assets')
  @Public()
  async list(actor: Actor, request: Request): Promise<KeptBody> {
    const { filter, listing, window, shown } = await this.askedLists.of(request);
    return presentCounted(await this.lists.list(actor, filter, listing, window, shown));
  }

  @InFrontOf('GET', 'api/v2/assets/:uid')
  @Requires('view_asset', { family: 'asset-detail' })
  async show(access: AssetAccess<'view_asset'>, actor: Actor, request: Request): Promise<KeptBody> {
    return presentCounted(await this.details.show(actor, access, await this.askedDetails.of(request)));
  }
}

async function readList(request: Request): Promise<AskedList> {
  const query = await queryAs(ListAssetsDto, request);
  const fields = await queryAs(ShownFieldsDto, request);
  const page = new ListWindowPipe().transform({ query: request.query, url: urlOf(request) });
  return {
    filter: query.toInput(),
    listing: query.toListing(),
    window: page.window,
    shown: assetPageText(linksOf(request), page, fields.excluded()),
  };
}

async function readDetail(request: Request): Promise<Rendering<AssetDetail, AssetText>> {
  const fields = await queryAs(ShownFieldsDto, request);
  return assetDetailText(linksOf(request), fields.excluded());
}
