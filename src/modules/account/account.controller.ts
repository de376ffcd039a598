import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentActor, SignedIn } from '../../auth/policy';
import { Clock } from '../../config/clock';
import type { UserActor } from '../../domain/account/actor';
import { Links } from '../../http/url/links';
import { AnswerLinks } from '../../http/url/request-links';
import { presentProfile } from './account.presenter';
import { AccountService } from './account.service';
import { ProfileDto } from './dto/profile.dto';

@ApiTags('Account')
@Controller('me')
export class AccountController {
  constructor(
    private readonly accounts: AccountService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @SignedIn()
  @ApiOperation({ summary: 'The profile of the user who is asking' })
  @ApiOkResponse({ type: ProfileDto })
  async profile(@CurrentActor() actor: UserActor, @AnswerLinks() links: Links) {
    return presentProfile(await this.accounts.profileOf(actor), links.origin, this.clock.now());
  }
}
