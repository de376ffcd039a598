import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import { Public } from '../../authorization/policy';
import { ClientAddress } from '../../http/url/client-address';
import { RequestPasswordResetDto } from './dto/password-reset.dto';
import { PasswordRequestService } from './password-request.service';

@ApiTags('Users')
@Controller('api/v2/password-resets/requests')
export class PasswordRequestController {
  constructor(private readonly requests: PasswordRequestService) {}

  @Post()
  @HttpCode(204)
  @Public()
  @ApiOperation({
    summary: 'Mail a password reset link',
    description:
      'For people who forgot the password. The response is the same whether or not an account exists. Limits per hour: 3 mails for one name, 20 requests from one address.',
  })
  @ApiNoContentResponse({
    description: 'If an account exists and has an e-mail address, the link is on its way.',
  })
  @ApiBadRequestResponse({ description: 'Validation errors by field.' })
  @ApiNotFoundResponse({ description: 'This service sends no mail.' })
  @ApiTooManyRequestsResponse({ description: 'Too many requests from this address. See `Retry-After`.' })
  async requestPasswordReset(
    @Body() { username }: RequestPasswordResetDto,
    @ClientAddress() address: string | undefined,
  ) {
    await this.requests.request(username, address);
  }
}
