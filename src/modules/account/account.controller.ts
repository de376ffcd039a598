import { Body, Controller, Delete, Get, HttpCode, Patch } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import { CurrentActor, CurrentSession, OwnCredentials, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { BrowserSession } from '../../domain/account/browser-session';
import { EMPTY_PAGE } from '../../domain/page';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { ClientAddress } from '../../http/url/client-address';
import { Links, ResponseLinks } from '../../http/url/links';
import { presentProfile } from './account.presenter';
import { CloseAccountDto, PatchProfileDto, ProfileDto, SocialAccountDto } from './dto/profile.dto';
import { ProfileService } from './profile.service';

@ApiTags('Account')
@Controller('me')
export class AccountController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  @SignedIn()
  @ApiOperation({ summary: "Get the caller's profile" })
  @ApiOkResponse({ type: ProfileDto })
  async getProfile(@CurrentActor() actor: UserActor, @ResponseLinks() links: Links) {
    return presentProfile(await this.profiles.show(actor), links);
  }

  @Get('social-accounts')
  @SignedIn()
  @ApiOperation({
    summary: 'List social accounts',
    description: 'Always empty: sign-in through other services is not supported.',
  })
  listSocialAccounts(@PaginatedList(SocialAccountDto) page: PageRequest) {
    return presentPage(page, EMPTY_PAGE, () => ({}));
  }

  @Patch()
  @SignedIn()
  @ApiOperation({
    summary: "Update the caller's profile",
    description:
      'Merges `extra_details` key by key. A new password requires `current_password` and revokes all tokens and all other sessions.',
  })
  @ApiOkResponse({ type: ProfileDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiForbiddenResponse({ description: 'A delegated credential cannot change the password.' })
  @ApiTooManyRequestsResponse({ description: 'Too many wrong passwords. Retry after `Retry-After` seconds.' })
  async updateProfile(
    @CurrentActor() actor: UserActor,
    @CurrentSession() session: BrowserSession | undefined,
    @Body() body: PatchProfileDto,
    @ClientAddress() address: string | undefined,
    @ResponseLinks() links: Links,
  ) {
    const profile = await this.profiles.change(actor, body.toInput(), {
      address,
      exceptSession: session?.id,
    });
    return presentProfile(profile, links);
  }

  @Delete()
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({
    summary: "Close the caller's account",
    description: 'Deactivates the account and revokes its credentials.',
  })
  @ApiNoContentResponse()
  @ApiBadRequestResponse({
    description: 'The confirmation is missing or wrong, or the account still owns assets.',
  })
  closeAccount(@CurrentActor() actor: UserActor, @Body() body: CloseAccountDto) {
    return this.profiles.close(actor, body.toInput());
  }
}
