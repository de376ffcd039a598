import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Public, SignedIn } from '../../authorization/policy';
import type { Actor, UserActor } from '../../domain/account/actor';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import { created } from '../../http/reply';
import type { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { CreateSubscriptionDto, SubscriptionDto, SubscriptionFilterDto } from './dto/subscription.dto';
import { presentSubscription } from './subscription.presenter';
import { SubscriptionService } from './subscription.service';

const NOT_OWN = 'There is no such subscription of this caller.';

@ApiTags('Collections')
@Controller('api/v2/asset_subscriptions')
export class SubscriptionController {
  constructor(private readonly subscriptions: SubscriptionService) {}

  @Get()
  @Public()
  @ApiOperation({ summary: 'The public collections that the caller follows, oldest subscription first' })
  async list(
    @CurrentActor() actor: Actor,
    @Query() query: SubscriptionFilterDto,
    @PageOf(SubscriptionDto) page: AskedPage,
    @AnswerLinks() links: Links,
  ) {
    const found = await this.subscriptions.list(actor, query.asset__uid, page.window);
    return presentPage(page, found, (subscription) => presentSubscription(links, subscription));
  }

  @Post()
  @SignedIn()
  @ApiOperation({ summary: 'Follows a public collection: it and what is in it stand in the list of assets' })
  @ApiCreatedResponse({ type: SubscriptionDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  async subscribe(
    @CurrentActor() actor: UserActor,
    @Body() body: CreateSubscriptionDto,
    @AnswerLinks() links: Links,
  ) {
    return created(presentSubscription(links, await this.subscriptions.subscribe(actor, body.asset)));
  }

  @Get(':subscription')
  @Public()
  @ApiOperation({ summary: 'One subscription' })
  @ApiOkResponse({ type: SubscriptionDto })
  @ApiNotFoundResponse({ description: NOT_OWN })
  async show(@CurrentActor() actor: Actor, @Param('subscription') uid: string, @AnswerLinks() links: Links) {
    return presentSubscription(links, await this.subscriptions.show(actor, uid));
  }

  @Delete(':subscription')
  @SignedIn()
  @HttpCode(204)
  @ApiOperation({ summary: 'Follows the collection no more' })
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: NOT_OWN })
  async unsubscribe(@CurrentActor() actor: UserActor, @Param('subscription') uid: string) {
    await this.subscriptions.unsubscribe(actor, uid);
  }
}
