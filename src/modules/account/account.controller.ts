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
import { CurrentActor, OwnCredentials, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { cutPage, EMPTY_PAGE } from '../../domain/page';
import { PageOf } from '../../http/pagination/page-of';
import { type AskedPage, presentPage } from '../../http/pagination/present-page';
import { ClientAddress } from '../../http/url/client-address';
import { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentEmail, presentProfile } from './account.presenter';
import { CloseAccountDto, EmailDto, PatchProfileDto, ProfileDto, SocialAccountDto } from './dto/profile.dto';
import { ProfileService } from './profile.service';

@ApiTags('Account')
@Controller('me')
export class AccountController {
  constructor(private readonly profiles: ProfileService) {}

  @Get()
  @SignedIn()
  @ApiOperation({ summary: 'The profile of the user who is asking' })
  @ApiOkResponse({ type: ProfileDto })
  async profile(@CurrentActor() actor: UserActor, @AnswerLinks() links: Links) {
    return presentProfile(await this.profiles.show(actor), links.origin);
  }

  @Get('emails')
  @SignedIn()
  @ApiOperation({ summary: 'The address of the user who is asking, as a list of at most one' })
  async emails(@CurrentActor() actor: UserActor, @PageOf(EmailDto) page: AskedPage) {
    const { email } = await this.profiles.show(actor);
    return presentPage(page, cutPage(email === '' ? [] : [email], page.window), presentEmail);
  }

  @Get('social-accounts')
  @SignedIn()
  @ApiOperation({ summary: 'An empty list: nobody signs in by another service here' })
  socialAccounts(@PageOf(SocialAccountDto) page: AskedPage) {
    return presentPage(page, EMPTY_PAGE, () => ({}));
  }

  @Patch()
  @SignedIn()
  @ApiOperation({
    summary: 'Changes details key by key, or the password, which ends all tokens and sessions',
  })
  @ApiOkResponse({ type: ProfileDto })
  @ApiBadRequestResponse({ description: 'A sentence per field that does not hold.' })
  @ApiForbiddenResponse({ description: 'The password can not be changed with a delegated credential.' })
  @ApiTooManyRequestsResponse({ description: 'Too many wrong passwords; Retry-After says when to go on.' })
  async change(
    @CurrentActor() actor: UserActor,
    @Body() body: PatchProfileDto,
    @ClientAddress() address: string | undefined,
    @AnswerLinks() links: Links,
  ) {
    const profile = await this.profiles.change(actor, body.toInput(), { address });
    return presentProfile(profile, links.origin);
  }

  @Delete()
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({ summary: 'Closes the account of the user who is asking' })
  @ApiNoContentResponse()
  @ApiBadRequestResponse({ description: 'Not confirmed, or the account still owns projects.' })
  close(@CurrentActor() actor: UserActor, @Body() body: CloseAccountDto) {
    return this.profiles.close(actor, body.toInput());
  }
}
