import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiProperty,
  ApiPropertyOptional,
} from '@nestjs/swagger';
import { CurrentActor, Public, SignedIn } from '../../../authorization/policy';
import type { Actor, UserActor } from '../../../domain/account/actor';
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

  @Get()
  @Public()
  @ApiOperation({ summary: "List the caller's subscriptions to collections", description: 'Oldest first.' })
  async listAssetSubscriptions(
    @CurrentActor() actor: Actor,
    @Query() query: SubscriptionFilterDto,
    @PaginatedList(SubscriptionDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const found = await this.subscriptions.list(actor, query.asset__uid, page.window);
    return presentPage(page, found, (subscription) => presentSubscription(links, subscription));
  }

  @Post()
  @SignedIn()
  @ApiOperation({
    summary: 'Subscribe to a public collection',
    description: "Adds the collection and its public children to the caller's asset list.",
  })
  @ApiCreatedResponse({ type: SubscriptionDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  async createAssetSubscription(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateSubscriptionDto,
    @ResponseLinks() links: Links,
  ) {
    return created(presentSubscription(links, await this.subscriptions.subscribe(actor, body.asset)));
  }

  @Get(':subscription')
  @Public()
  @ApiOperation({ summary: 'Get a subscription' })
  @ApiOkResponse({ type: SubscriptionDto })
  @ApiNotFoundResponse({ description: NOT_FOUND })
  async getAssetSubscription(
    @CurrentActor() actor: Actor,
    @Param('subscription') uid: string,
    @ResponseLinks() links: Links,
  ) {
    return presentSubscription(links, await this.subscriptions.show(actor, uid));
  }

  @Delete(':subscription')
  @SignedIn()
  @HttpCode(204)
  @ApiOperation({ summary: 'Unsubscribe from a collection' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: NOT_FOUND })
  async deleteAssetSubscription(@CurrentActor() actor: UserActor, @Param('subscription') uid: string) {
    await this.subscriptions.unsubscribe(actor, uid);
  }
}

function presentSubscription(links: Links, { uid, assetUid }: Subscription) {
  return { url: links.subscription(uid), asset: links.asset(assetUid), uid };
}
