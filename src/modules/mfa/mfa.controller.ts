import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiTags,
  ApiTooManyRequestsResponse,
} from '@nestjs/swagger';
import { CurrentActor, CurrentSession, OwnCredentials, SignedIn } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import type { BrowserSession } from '../../domain/account/browser-session';
import { MFA_METHOD } from '../../domain/account/mfa';
import { ClientAddress } from '../../http/url/client-address';
import { type Links, ResponseLinks } from '../../http/url/links';
import { KnownSegment } from '../../http/validation/known-segment';
import { MfaActivationDto, MfaCodeDto, MfaMethodDto, RecoveryCodesDto } from './dto/mfa.dto';
import { MfaEnrolmentService } from './mfa-enrolment.service';
import { presentMfaMethods, presentRecoveryCodes } from './mfa.presenter';

const KnownMethod = KnownSegment((name) => (name === MFA_METHOD ? name : undefined));
const Method = () => Param('method', KnownMethod);

/** Second factor of the caller, at the paths of KoboToolbox. */
@ApiTags('Account')
@Controller('api/v2/auth')
export class MfaController {
  constructor(private readonly enrolment: MfaEnrolmentService) {}

  @Get('mfa/user-methods')
  @SignedIn()
  @ApiOperation({ summary: "List the caller's MFA methods" })
  @ApiOkResponse({ type: MfaMethodDto, isArray: true })
  async listMfaMethods(@CurrentActor() actor: UserActor) {
    return presentMfaMethods(await this.enrolment.status(actor.id));
  }

  @Post(':method/activate')
  @HttpCode(200)
  @OwnCredentials()
  @ApiOperation({
    summary: 'Enrol an authenticator app',
    description: 'Issues a new key. It takes effect when a code of it is confirmed.',
  })
  @ApiParam({ name: 'method', enum: [MFA_METHOD] })
  @ApiOkResponse({ type: MfaActivationDto })
  @ApiBadRequestResponse({ description: 'The method is active already.' })
  @ApiForbiddenResponse({ description: 'The caller uses a token.' })
  @ApiNotFoundResponse({ description: 'The method does not exist.' })
  async activateMfaMethod(
    @Method() _method: string,
    @CurrentActor() actor: UserActor,
    @ResponseLinks() { origin }: Links,
  ) {
    return { details: (await this.enrolment.begin(actor, new URL(origin).hostname)).uri };
  }

  @Post(':method/activate/confirm')
  @HttpCode(200)
  @OwnCredentials()
  @ApiOperation({
    summary: 'Confirm an authenticator app',
    description:
      'Activates the method and signs other browsers out. From now on, sign-ins need a code and Basic is refused; API tokens keep working.',
  })
  @ApiParam({ name: 'method', enum: [MFA_METHOD] })
  @ApiOkResponse({ type: RecoveryCodesDto })
  @ApiBadRequestResponse({ description: 'The code is wrong, or no method is waiting for one.' })
  @ApiForbiddenResponse({ description: 'The caller uses a token.' })
  @ApiNotFoundResponse({ description: 'The method does not exist.' })
  @ApiTooManyRequestsResponse({ description: 'Too many wrong codes. Retry after `Retry-After` seconds.' })
  async confirmMfaMethod(
    @Method() _method: string,
    @CurrentActor() actor: UserActor,
    @CurrentSession() session: BrowserSession | undefined,
    @ClientAddress() address: string | undefined,
    @Body() { code }: MfaCodeDto,
  ) {
    return presentRecoveryCodes(await this.enrolment.confirm(actor, code, { address, session: session?.id }));
  }

  @Post(':method/codes/regenerate')
  @HttpCode(200)
  @OwnCredentials()
  @ApiOperation({ summary: 'Replace the recovery codes' })
  @ApiParam({ name: 'method', enum: [MFA_METHOD] })
  @ApiOkResponse({ type: RecoveryCodesDto })
  @ApiBadRequestResponse({ description: 'The code is wrong or was used before.' })
  @ApiForbiddenResponse({ description: 'The caller uses a token.' })
  @ApiNotFoundResponse({ description: 'The method does not exist or is not active.' })
  @ApiTooManyRequestsResponse({ description: 'Too many wrong codes. Retry after `Retry-After` seconds.' })
  async regenerateRecoveryCodes(
    @Method() _method: string,
    @CurrentActor() actor: UserActor,
    @ClientAddress() address: string | undefined,
    @Body() { code }: MfaCodeDto,
  ) {
    return presentRecoveryCodes(await this.enrolment.regenerateCodes(actor, code, { address }));
  }

  @Post(':method/deactivate')
  @HttpCode(200)
  @OwnCredentials()
  @ApiOperation({
    summary: 'Deactivate the second factor',
    description: 'Deletes the key and the recovery codes.',
  })
  @ApiParam({ name: 'method', enum: [MFA_METHOD] })
  @ApiOkResponse({ schema: { type: 'object' } })
  @ApiBadRequestResponse({ description: 'The code is wrong or was used before.' })
  @ApiForbiddenResponse({ description: 'The caller uses a token, or the operator requires a second factor.' })
  @ApiNotFoundResponse({ description: 'The method does not exist or is not active.' })
  @ApiTooManyRequestsResponse({ description: 'Too many wrong codes. Retry after `Retry-After` seconds.' })
  async deactivateMfaMethod(
    @Method() _method: string,
    @CurrentActor() actor: UserActor,
    @ClientAddress() address: string | undefined,
    @Body() { code }: MfaCodeDto,
  ) {
    await this.enrolment.deactivate(actor, code, { address });
    return {};
  }
}
