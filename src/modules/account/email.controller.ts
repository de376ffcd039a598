import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import { CurrentActor, OwnCredentials, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { paginate } from '../../domain/page';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { presentEmail } from './account.presenter';
import { ChangeEmailDto, EmailDto } from './dto/email.dto';
import { EmailChangeService } from './email-change.service';

@ApiTags('Account')
@Controller('me/emails')
export class EmailController {
  constructor(private readonly changes: EmailChangeService) {}

  @Get()
  @SignedIn()
  @ApiOperation({
    summary: "List the caller's e-mail addresses",
    description: 'The address of the account, then the one that waits for its confirmation.',
  })
  async listEmails(@CurrentActor() actor: UserActor, @PaginatedList(EmailDto) page: PageRequest) {
    return presentPage(page, paginate(await this.changes.list(actor), page.window), presentEmail);
  }

  @Post()
  @OwnCredentials()
  @ApiOperation({
    summary: "Change the caller's e-mail address",
    description:
      'Mails a link to the new address, which replaces the present one once the link is used, within 24 hours. A further request replaces the address that waits. Limits per hour: 3 mails to one address, 20 requests by one account.',
  })
  @ApiCreatedResponse({ type: EmailDto })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiForbiddenResponse({ description: 'A delegated credential cannot change the address.' })
  @ApiNotFoundResponse({ description: 'This service sends no mail.' })
  @ApiTooManyRequestsResponse({
    description: 'Too many mails to the address or by the account. See `Retry-After`.',
  })
  async changeEmail(@CurrentActor() actor: UserActor, @Body() { email }: ChangeEmailDto) {
    return presentEmail(await this.changes.request(actor, email));
  }

  @Delete()
  @HttpCode(204)
  @OwnCredentials()
  @ApiOperation({
    summary: 'Delete the e-mail address that waits for its confirmation',
    description: 'The address of the account stays. Links that were mailed end.',
  })
  @ApiNoContentResponse({ description: 'No address waits.' })
  @ApiForbiddenResponse({ description: 'A delegated credential cannot change the address.' })
  async dropUnverifiedEmail(@CurrentActor() actor: UserActor) {
    await this.changes.drop(actor);
  }
}
