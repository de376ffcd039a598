import { Body, Controller, Param, Query } from '@nestjs/common';
import { ApiTags, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CurrentActor, Public, SignedIn } from '../../../authorization/policy';
import type { Actor, UserActor } from '../../../domain/account/actor';
import { Endpoint } from '../../../http/endpoint';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { created } from '../../../http/reply';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { type Subscription, SubscriptionService } from './subscription.service';
import { OptionalText } from '../../../http/validation/field';
import { LinkTo } from '../../../http/validation/link-to';

const COLLECTION = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/';

class CreateSubscriptionDto {
  @LinkTo('assets')
  @ApiProperty({ example: COLLECTION, description: 'URL of a discoverable collection.' })
  asset!: string;
}

class SubscriptionFilterDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'aSAvYreNzVEkrWg5Gdcvg2',
    description: 'Uid of a collection to filter by.',
  })
  asset__uid?: string;
}

class SubscriptionDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/asset_subscriptions/bWvkKzNE8xCtfApJvabfjG/' })
  url!: string;
  @ApiProperty({ example: COLLECTION }) asset!: string;
  @ApiProperty({ example: 'bWvkKzNE8xCtfApJvabfjG' }) uid!: string;
}

const NOT_FOUND = 'The caller has no such subscription.';

@ApiTags('Collections')
@Controller('api/v2/asset_subscriptions')
export class SubscriptionController {
  constructor(private readonly subscriptions: SubscriptionService) {}

  @Endpoint('GET', {
    summary: "List the caller's subscriptions to collections",
    description: 'Oldest first.',
  })
  @Public()
  async listAssetSubscriptions(
    @CurrentActor() actor: Actor,
    @Query() query: SubscriptionFilterDto,
    @PaginatedList(SubscriptionDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const found = await this.subscriptions.list(actor, query.asset__uid, page.window);
    return presentPage(page, found, (subscription) => presentSubscription(links, subscription));
  }

  @Endpoint('POST', {
    summary: 'Subscribe to a public collection',
    description: "Adds the collection and its public children to the caller's asset list.",
    returns: SubscriptionDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @SignedIn()
  async createAssetSubscription(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateSubscriptionDto,
    @ResponseLinks() links: Links,
  ) {
    return created(presentSubscription(links, await this.subscriptions.subscribe(actor, body.asset)));
  }

  @Endpoint('GET :subscription', {
    summary: 'Get a subscription',
    returns: SubscriptionDto,
    fails: { 404: NOT_FOUND },
  })
  @Public()
  async getAssetSubscription(
    @CurrentActor() actor: Actor,
    @Param('subscription') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentSubscription(links, await this.subscriptions.show(actor, uid));
  }

  @Endpoint('DELETE :subscription', { summary: 'Unsubscribe from a collection', fails: { 404: NOT_FOUND } })
  @SignedIn()
  async deleteAssetSubscription(@CurrentActor() actor: UserActor, @Param('subscription') uid: string) {
    await this.subscriptions.unsubscribe(actor, uid);
  }
}

function presentSubscription(links: Links, { uid, assetUid }: Subscription) {
  return { url: links.subscription(uid), asset: links.asset(assetUid), uid };
}
