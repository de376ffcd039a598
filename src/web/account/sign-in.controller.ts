import { Body, Get, Post, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentSession, RequiresCsrfToken, OwnCredentials, Public } from '../../authorization/policy';
import { CSRF_COOKIE, SESSION_COOKIE, setCookie } from '../../http/cookie/cookies';
import { ClientAddress } from '../../http/url/client-address';
import { CsrfService } from '../../modules/session/csrf.service';
import type { BrowserSession } from '../../domain/account/browser-session';
import { SESSION_LIFETIME_MS, SessionService } from '../../modules/session/session.service';
import { handleForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { PageController } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { readSignInForm } from './sign-in-form';
import { presentSignIn, presentSignOut } from './sign-in.page';

type Sent = Readonly<Record<string, unknown>>;

/** Sign-in and sign-out pages, at the paths of KoboToolbox (contract-assets 8). */
@PageController('accounts')
export class SignInController {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
  ) {}

  @Get('login')
  @Public()
  show(@CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    return presentSignIn(visitor, readSignInForm(query));
  }

  @Post('login')
  @Public()
  @RequiresCsrfToken()
  signIn(
    @CurrentVisitor() visitor: Visitor,
    @Req() request: Request,
    @ClientAddress() address: string | undefined,
    @Body() body: Sent,
  ) {
    const form = readSignInForm(body);
    return handleForm(() => this.sessions.start({ ...form, address }), {
      done: ({ id, key }) =>
        presentRedirect(form.next, [
          setCookie(request, SESSION_COOKIE, key, SESSION_LIFETIME_MS),
          setCookie(request, CSRF_COOKIE, this.csrf.generateToken(id), SESSION_LIFETIME_MS),
        ]),
      invalid: (errors) => presentSignIn(visitor, form, errors),
    });
  }

  @Get('logout')
  @OwnCredentials()
  confirm(@CurrentVisitor() visitor: Visitor) {
    return presentSignOut(visitor);
  }

  @Post('logout')
  @Public()
  @RequiresCsrfToken()
  async signOut(@Req() request: Request, @CurrentSession() session: BrowserSession | undefined) {
    await this.sessions.end(session);
    return presentRedirect('/accounts/login/', [
      setCookie(request, SESSION_COOKIE, '', 0),
      setCookie(request, CSRF_COOKIE, '', 0),
    ]);
  }
}
