import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBadRequestResponse, ApiNoContentResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { ConfirmEmailDto } from './dto/email.dto';
import { EmailChangeService } from './email-change.service';

@ApiTags('Account')
@Controller('api/v2/email-confirmations')
export class EmailConfirmationController {
  constructor(private readonly changes: EmailChangeService) {}

  @Post()
  @HttpCode(204)
  @Public()
  @ApiOperation({
    summary: 'Confirm an e-mail address',
    description:
      'Makes the address to which the key was mailed that of the account, and mails a note to the one before.',
  })
  @ApiNoContentResponse({ description: 'The address is changed.' })
  @ApiBadRequestResponse({ description: 'The key is not valid, has expired, was used or was replaced.' })
  async confirmEmail(@Body() { key }: ConfirmEmailDto) {
    await this.changes.confirm(key);
  }
}
