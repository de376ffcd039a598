import { Body, Get, Param, Post } from '@nestjs/common';
import { CurrentActor, FromForm, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { ApplicationService } from '../../modules/oauth/application.service';
import { answerForm } from '../page/form-answer';
import { ON_ONE_PAGE, presentRedirect } from '../page/page';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { EMPTY_APPLICATION, readApplicationForm } from './application-form';
import {
  presentApplicationForm,
  presentApplicationList,
  presentApplicationPage,
  presentRegistered,
} from './application.page';

type Sent = Readonly<Record<string, unknown>>;

const LIST = '/o/applications/';

/** Registering applications, at the paths that people know from KoboToolbox (contract-assets 8.3). */
@PageController('o/applications')
export class ApplicationPageController {
  constructor(private readonly applications: ApplicationService) {}

  @Get()
  @OwnCredentials()
  async list(@CurrentVisitor() visitor: Visitor, @CurrentActor() actor: UserActor) {
    return presentApplicationList(visitor, (await this.applications.list(actor, ON_ONE_PAGE)).items);
  }

  @Get('register')
  @OwnCredentials()
  form(@CurrentVisitor() visitor: Visitor) {
    return presentApplicationForm(visitor, EMPTY_APPLICATION);
  }

  @Post('register')
  @OwnCredentials()
  @FromForm()
  register(@CurrentVisitor() visitor: Visitor, @CurrentActor() actor: UserActor, @Body() body: Sent) {
    const form = readApplicationForm(body);
    return answerForm(() => this.applications.register(actor, form), {
      done: (registered) => presentRegistered(visitor, registered),
      again: (problem) => presentApplicationForm(visitor, form, problem),
    });
  }

  @Get(':client')
  @OwnCredentials()
  async show(
    @CurrentVisitor() visitor: Visitor,
    @CurrentActor() actor: UserActor,
    @Param('client') clientId: string,
  ) {
    return presentApplicationPage(visitor, await this.applications.show(actor, clientId));
  }

  @Post(':client/update')
  @OwnCredentials()
  @FromForm()
  async change(
    @CurrentVisitor() visitor: Visitor,
    @CurrentActor() actor: UserActor,
    @Param('client') clientId: string,
    @Body() body: Sent,
  ) {
    const application = await this.applications.show(actor, clientId);
    const { name, redirectUris } = readApplicationForm(body);
    return answerForm(() => this.applications.change(actor, clientId, { name, redirectUris }), {
      done: () => presentRedirect(`${LIST}${clientId}/`),
      again: (problem) => presentApplicationPage(visitor, { ...application, name, redirectUris }, problem),
    });
  }

  @Post(':client/delete')
  @OwnCredentials()
  @FromForm()
  async remove(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    await this.applications.remove(actor, clientId);
    return presentRedirect(LIST);
  }
}
