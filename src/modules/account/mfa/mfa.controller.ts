import { Body, Controller, Param } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiNotFoundResponse,
  ApiParam,
  ApiTags,
  ApiProperty,
  ApiPropertyOptional,
} from '@nestjs/swagger';
import {
  CurrentActor,
  CurrentSession,
  OwnCredentials,
  SignedIn,
  SuperuserOnly,
} from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import { type BrowserSession, MFA_METHOD } from '../../../domain/account/credential';
import { Endpoint } from '../../../http/endpoint';
import { type Links, ResponseLinks } from '../../../http/url/links';
import { ClientAddress } from '../../../http/negotiation/request';
import { KnownSegment } from '../../../http/validation/link-to';
import { MfaEnrolmentService, type MfaStatus, UserMfaService } from './mfa-enrolment.service';
import { OptionalFlag, RequiredText } from '../../../http/validation/field';
import { wireDate } from '../../../domain/text/wire-date';

const DATE = '2026-03-01T08:00:00.123000Z';

class MfaCodeDto {
  @RequiredText()
  @ApiProperty({ example: '123456', description: 'Code of the authenticator app, or a recovery code.' })
  code!: string;
}

class MfaMethodDto {
  @ApiProperty({ enum: [MFA_METHOD], example: MFA_METHOD }) name!: string;
  @ApiProperty({ example: true }) is_primary!: boolean;
  @ApiProperty({ description: 'False until the first code is confirmed, and after deactivation.' })
  is_active!: boolean;
  @ApiProperty({ example: DATE }) date_created!: string;
  @ApiProperty({ example: DATE }) date_modified!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) date_disabled!: string | null;
}

class MfaActivationDto {
  @ApiProperty({
    example: 'otpauth://totp/survey.example.org:ann?secret=JBSWY3DPEHPK3PXP&issuer=survey.example.org',
    description: 'Key URI, to show as a QR code.',
  })
  details!: string;
}

class RecoveryCodesDto {
  @ApiProperty({
    type: String,
    isArray: true,
    example: ['k3m9p-2x7qa'],
    description: 'Recovery codes; each replaces a code once. Not shown again.',
  })
  backup_codes!: string[];
}

class PatchUserMfaDto {
  @OptionalFlag()
  @ApiPropertyOptional({ description: 'Whether the account must sign in with a second factor.' })
  is_required?: boolean;
}

class UserMfaDto {
  @ApiProperty({ example: false }) is_active!: boolean;
  @ApiProperty({ example: false, description: 'Required of the account or by the setting `MFA_REQUIRED`.' })
  is_required!: boolean;
  @ApiProperty({ example: 0 }) recovery_codes_left!: number;
}

const KnownMethod = KnownSegment((name) => (name === MFA_METHOD ? name : undefined));
const Method = () => Param('method', KnownMethod);

/** Second factor of the caller, at the paths of KoboToolbox. */
@ApiTags('Account')
@Controller('api/v2/auth')
export class MfaController {
  constructor(private readonly enrolment: MfaEnrolmentService) {}

  @Endpoint('GET mfa/user-methods', {
    summary: "List the caller's MFA methods",
    returns: { type: MfaMethodDto, isArray: true },
  })
  @SignedIn()
  async listMfaMethods(@CurrentActor() actor: UserActor) {
    return presentMfaMethods(await this.enrolment.status(actor.id));
  }

  @Endpoint('POST :method/activate', {
    summary: 'Enrol an authenticator app',
    description: 'Issues a new key. It takes effect when a code of it is confirmed.',
    status: 200,
    returns: MfaActivationDto,
    fails: {
      400: 'The method is active already.',
      403: 'The caller uses a token.',
      404: 'The method does not exist.',
    },
  })
  @OwnCredentials()
  @ApiParam({ name: 'method', enum: [MFA_METHOD] })
  async activateMfaMethod(
    @Method() _method: string,
    @CurrentActor() actor: UserActor,
    @ResponseLinks() { origin }: Links,
  ) {
    return { details: (await this.enrolment.begin(actor, new URL(origin).hostname)).uri };
  }

  @Endpoint('POST :method/activate/confirm', {
    summary: 'Confirm an authenticator app',
    description:
      'Activates the method and signs other browsers out. From now on, sign-ins need a code and Basic is refused; API tokens keep working.',
    status: 200,
    returns: RecoveryCodesDto,
    fails: {
      400: 'The code is wrong, or no method is waiting for one.',
      403: 'The caller uses a token.',
      404: 'The method does not exist.',
      429: 'Too many wrong codes. Retry after `Retry-After` seconds.',
    },
  })
  @OwnCredentials()
  @ApiParam({ name: 'method', enum: [MFA_METHOD] })
  async confirmMfaMethod(
    @Method() _method: string,
    @CurrentActor() actor: UserActor,
    @CurrentSession() session: BrowserSession | undefined,
    @ClientAddress() address: string | undefined,
    @Body() { code }: MfaCodeDto,
  ) {
    return presentRecoveryCodes(await this.enrolment.confirm(actor, code, { address, session: session?.id }));
  }

  @Endpoint('POST :method/codes/regenerate', {
    summary: 'Replace the recovery codes',
    status: 200,
    returns: RecoveryCodesDto,
    fails: {
      400: 'The code is wrong or was used before.',
      403: 'The caller uses a token.',
      404: 'The method does not exist or is not active.',
      429: 'Too many wrong codes. Retry after `Retry-After` seconds.',
    },
  })
  @OwnCredentials()
  @ApiParam({ name: 'method', enum: [MFA_METHOD] })
  async regenerateRecoveryCodes(
    @Method() _method: string,
    @CurrentActor() actor: UserActor,
    @ClientAddress() address: string | undefined,
    @Body() { code }: MfaCodeDto,
  ) {
    return presentRecoveryCodes(await this.enrolment.regenerateCodes(actor, code, { address }));
  }

  @Endpoint('POST :method/deactivate', {
    summary: 'Deactivate the second factor',
    description: 'Deletes the key and the recovery codes.',
    status: 200,
    returns: { schema: { type: 'object' } },
    fails: {
      400: 'The code is wrong or was used before.',
      403: 'The caller uses a token, or the operator requires a second factor.',
      404: 'The method does not exist or is not active.',
      429: 'Too many wrong codes. Retry after `Retry-After` seconds.',
    },
  })
  @OwnCredentials()
  @ApiParam({ name: 'method', enum: [MFA_METHOD] })
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

/** A list without pages, as KoboToolbox has it; empty before the first enrolment. */
function presentMfaMethods({ method }: MfaStatus) {
  if (method === undefined) return [];
  return [
    {
      name: MFA_METHOD,
      is_primary: true,
      is_active: method.isActive,
      date_created: wireDate(method.dateCreated),
      date_modified: wireDate(method.dateModified),
      date_disabled: method.dateDisabled === null ? null : wireDate(method.dateDisabled),
    },
  ];
}

export function presentRecoveryCodes(codes: readonly string[]) {
  return { backup_codes: codes };
}

function presentUserMfa({ method, isRequired, recoveryCodesLeft }: MfaStatus) {
  return {
    is_active: method?.isActive === true,
    is_required: isRequired,
    recovery_codes_left: recoveryCodesLeft,
  };
}

/** Second factor of any account, for superusers. */
@ApiTags('Users')
@ApiForbiddenResponse({ description: 'The caller is not a superuser or uses a delegated credential.' })
@ApiNotFoundResponse({ description: 'The user does not exist.' })
@Controller('api/v2/users/:username/mfa')
export class UserMfaController {
  constructor(private readonly userMfa: UserMfaService) {}

  @Endpoint('GET', {
    summary: "Get the state of a user's second factor",
    description: 'For superusers.',
    returns: UserMfaDto,
  })
  @SuperuserOnly()
  async getUserMfa(@CurrentActor() actor: UserActor, @Param('username') username: string) {
    return presentUserMfa(await this.userMfa.status(actor, username));
  }

  @Endpoint('PATCH', {
    summary: 'Require a second factor of a user',
    description: 'Ends the sessions of the user that were started without one. For superusers.',
    returns: UserMfaDto,
  })
  @SuperuserOnly()
  async updateUserMfa(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @Body() { is_required }: PatchUserMfaDto,
  ) {
    return presentUserMfa(await this.userMfa.change(actor, username, is_required));
  }

  @Endpoint('DELETE', {
    summary: "Reset a user's second factor",
    description: 'Deletes the key and the recovery codes, after a device was lost. For superusers.',
  })
  @SuperuserOnly()
  resetUserMfa(@CurrentActor() actor: UserActor, @Param('username') username: string) {
    return this.userMfa.reset(actor, username);
  }
}
