import { Body, Get } from '@nestjs/common';
import { Public } from '../../authorization/policy';
import { ClientAddress } from '../../http/url/client-address';
import { PasswordRequestService } from '../../modules/account/password-request.service';
import { handleForm } from '../page/handle-form';
import { PageController, PostForm } from '../page/page-controller';
import { type Sent, textOf } from '../page/sent-form';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { presentPasswordRequest, presentPasswordWasRequested } from './password-request.page';

/** For people who forgot the password, at the path of KoboToolbox. */
@PageController('accounts/password/reset')
export class PasswordRequestPageController {
  constructor(private readonly requests: PasswordRequestService) {}

  @Get()
  @Public()
  show(@CurrentVisitor() visitor: Visitor) {
    return presentPasswordRequest(visitor, { isAvailable: this.requests.isAvailable });
  }

  @PostForm()
  @Public()
  request(
    @CurrentVisitor() visitor: Visitor,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    const username = textOf(body['username']);
    return handleForm(() => this.requests.request(username, address), {
      done: () => presentPasswordWasRequested(visitor),
      invalid: (errors) => presentPasswordRequest(visitor, { isAvailable: true, username, errors }),
    });
  }
}
