import { Body, Get, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentSession, OwnCredentials, Public } from '../../authorization/policy';
import { originOf } from '../../domain/account/actor';
import { CHALLENGE_COOKIE, CSRF_COOKIE, SESSION_COOKIE, setCookie } from '../../http/cookie/cookies';
import { CsrfService } from '../../modules/session/csrf.service';
import type { BrowserSession } from '../../domain/account/browser-session';
import { type SignInStep, SessionService } from '../../modules/session/session.service';
import { PasswordRequestService } from '../../modules/account/password-request.service';
import { CHALLENGE_TTL_MS } from '../../modules/account/sign-in-challenge.service';
import { handleForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { PageController, PostForm } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import type { Sent } from '../page/sent-form';
import { issuerOf } from './mfa-parts';
import { presentSignInEnrolment } from './second-step.page';
import { sessionCookies } from './sign-in-cookies';
import { readSignInForm } from './sign-in-form';
import { presentSignIn, presentSignOut } from './sign-in.page';

/** Sign-in and sign-out pages, at the paths of KoboToolbox (contract-assets 8). */
@PageController('accounts')
export class SignInController {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
    private readonly requests: PasswordRequestService,
  ) {}

  @Get('login')
  @Public()
  show(@CurrentVisitor() visitor: Visitor, @Query() query: Sent) {
    return presentSignIn(visitor, readSignInForm(query), { sendsMail: this.requests.isAvailable });
  }

  @PostForm('login')
  @Public()
  signIn(@CurrentVisitor() visitor: Visitor, @Req() request: Request, @Body() body: Sent) {
    const form = readSignInForm(body);
    return handleForm(
      () => this.sessions.start({ ...form, from: originOf(visitor.actor), issuer: issuerOf(visitor) }),
      {
        done: (step) => this.continue(visitor, request, step, form.next),
        invalid: (errors) => presentSignIn(visitor, form, { sendsMail: this.requests.isAvailable, errors }),
      },
    );
  }

  @Get('logout')
  @OwnCredentials()
  confirm(@CurrentVisitor() visitor: Visitor) {
    return presentSignOut(visitor);
  }

  @PostForm('logout')
  @Public()
  async signOut(@Req() request: Request, @CurrentSession() session: BrowserSession | undefined) {
    await this.sessions.end(session);
    return presentRedirect('/accounts/login/', [
      setCookie(request, SESSION_COOKIE, '', 0),
      setCookie(request, CSRF_COOKIE, '', 0),
    ]);
  }

  private continue(visitor: Visitor, request: Request, step: SignInStep, next: string) {
    if (step.kind === 'signed-in')
      return presentRedirect(next, sessionCookies(request, this.csrf, step.session));
    const cookie = setCookie(request, CHALLENGE_COOKIE, step.challenge, CHALLENGE_TTL_MS);
    return step.enrolment === undefined
      ? presentRedirect(`/accounts/login/mfa/?next=${encodeURIComponent(next)}`, [cookie])
      : presentSignInEnrolment({ ...visitor, cookies: [...visitor.cookies, cookie] }, next, step.enrolment);
  }
}
