import { Body, Get, Param } from '@nestjs/common';
import { CurrentActor, OwnCredentials } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { CLIENT_TYPES, readRedirectUris } from '../../domain/oauth/application';
import { ApplicationService, type NewApplication } from '../../modules/account/oauth/application.service';
import { handleForm, type Sent, textOf, PageController, PostForm } from '../page/handle-form';
import { SINGLE_PAGE, presentRedirect } from '../page/page';
import { checkOf } from '../page/stale-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import {
  applicationValues,
  presentApplicationForm,
  presentApplicationList,
  presentApplicationPage,
  presentRegistered,
} from './application.page';

const LIST = '/o/applications/';

const EMPTY_APPLICATION: NewApplication = { name: '', clientType: 'confidential', redirectUris: [] };

/** OAuth applications of the user, at the paths of KoboToolbox (contract-assets 8.3). */
@PageController('o/applications')
export class ApplicationPageController {
  constructor(private readonly applications: ApplicationService) {}

  @Get()
  @OwnCredentials()
  async list(@CurrentVisitor() visitor: Visitor<UserActor>) {
    return presentApplicationList(visitor, (await this.applications.list(visitor.actor, SINGLE_PAGE)).items);
  }

  @Get('register')
  @OwnCredentials()
  form(@CurrentVisitor() visitor: Visitor) {
    return presentApplicationForm(visitor, EMPTY_APPLICATION);
  }

  @PostForm('register')
  @OwnCredentials()
  register(@CurrentVisitor() visitor: Visitor<UserActor>, @Body() body: Sent) {
    const form = readApplicationForm(body);
    return handleForm(() => this.applications.register(visitor.actor, form), {
      done: (registered) => presentRegistered(visitor, registered),
      invalid: (errors) => presentApplicationForm(visitor, form, errors),
    });
  }

  @Get(':client')
  @OwnCredentials()
  async show(@CurrentVisitor() visitor: Visitor<UserActor>, @Param('client') clientId: string) {
    return presentApplicationPage(visitor, await this.applications.show(visitor.actor, clientId));
  }

  @PostForm(':client/update')
  @OwnCredentials()
  async update(
    @CurrentVisitor() visitor: Visitor<UserActor>,
    @Param('client') clientId: string,
    @Body() body: Sent,
  ) {
    await this.applications.show(visitor.actor, clientId);
    const { name, redirectUris } = readApplicationForm(body);
    const entered = { name, redirectUris };
    const check = checkOf(body, applicationValues(entered), applicationValues);
    return handleForm(() => this.applications.change(visitor.actor, clientId, entered, check), {
      done: () => presentRedirect(`${LIST}${clientId}/`),
      invalid: async (errors) => {
        // Errors may come from a change in between.
        const stored = await this.applications.show(visitor.actor, clientId);
        return presentApplicationPage(visitor, stored, { errors, entered, body });
      },
    });
  }

  @PostForm(':client/delete')
  @OwnCredentials()
  async remove(@CurrentActor() actor: UserActor, @Param('client') clientId: string) {
    await this.applications.remove(actor, clientId);
    return presentRedirect(LIST);
  }
}

/** Reads the application form; the service validates it. */
function readApplicationForm(body: Sent): NewApplication {
  return {
    name: textOf(body['name']).trim(),
    clientType: CLIENT_TYPES.find((type) => type === body['client_type']) ?? 'confidential',
    redirectUris: readRedirectUris(textOf(body['redirect_uri'])),
  };
}
