import { Body, Controller, Delete, Get, HttpCode, Param, Patch } from '@nestjs/common';
import {
  ApiForbiddenResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, SuperuserOnly } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { PatchUserMfaDto, UserMfaDto } from './dto/mfa.dto';
import { presentUserMfa } from './mfa.presenter';
import { UserMfaService } from './user-mfa.service';

/** Second factor of any account, for superusers. */
@ApiTags('Users')
@ApiForbiddenResponse({ description: 'The caller is not a superuser or uses a delegated credential.' })
@ApiNotFoundResponse({ description: 'The user does not exist.' })
@Controller('api/v2/users/:username/mfa')
export class UserMfaController {
  constructor(private readonly userMfa: UserMfaService) {}

  @Get()
  @SuperuserOnly()
  @ApiOperation({ summary: "Get the state of a user's second factor", description: 'For superusers.' })
  @ApiOkResponse({ type: UserMfaDto })
  async getUserMfa(@CurrentActor() actor: UserActor, @Param('username') username: string) {
    return presentUserMfa(await this.userMfa.status(actor, username));
  }

  @Patch()
  @SuperuserOnly()
  @ApiOperation({
    summary: 'Require a second factor of a user',
    description: 'Ends the sessions of the user that were started without one. For superusers.',
  })
  @ApiOkResponse({ type: UserMfaDto })
  async updateUserMfa(
    @CurrentActor() actor: UserActor,
    @Param('username') username: string,
    @Body() { is_required }: PatchUserMfaDto,
  ) {
    return presentUserMfa(await this.userMfa.change(actor, username, is_required));
  }

  @Delete()
  @HttpCode(204)
  @SuperuserOnly()
  @ApiOperation({
    summary: "Reset a user's second factor",
    description: 'Deletes the key and the recovery codes, after a device was lost. For superusers.',
  })
  @ApiNoContentResponse()
  resetUserMfa(@CurrentActor() actor: UserActor, @Param('username') username: string) {
    return this.userMfa.reset(actor, username);
  }
}
