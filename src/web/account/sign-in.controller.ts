import { Body, Get, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentSession, OwnCredentials, Public } from '../../authorization/policy';
import { originOf } from '../../domain/account/actor';
import {
  CHALLENGE_COOKIE,
  CSRF_COOKIE,
  SESSION_COOKIE,
  setCookie,
  cookieOf,
} from '../../http/cookie/cookies';
import { CsrfService } from '../../modules/account/session/csrf.service';
import type { BrowserSession } from '../../domain/account/credential';
import { type SignInStep, SessionService } from '../../modules/account/session/session.service';
import { PasswordRequestService } from '../../modules/account/password-reset.service';
import { CHALLENGE_TTL_MS } from '../../modules/account/sign-in-challenge.service';
import { handleForm, type Sent, textOf, PageController, PostForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { issuerOf } from './mfa-page.controller';
import {
  presentSignInEnrolment,
  sessionCookies,
  readSignInForm,
  presentSignIn,
  presentSignOut,
  presentFirstRecoveryCodes,
  presentSecondStep,
  signInPath,
  endedChallenge,
} from './sign-in.page';

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
    const hasEnded = query['ended'] !== undefined;
    return presentSignIn(visitor, readSignInForm(query), { sendsMail: this.requests.isAvailable, hasEnded });
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

/** Second step of a sign-in, at the path of KoboToolbox. */
@PageController('accounts/login/mfa')
export class SecondStepController {
  constructor(
    private readonly sessions: SessionService,
    private readonly csrf: CsrfService,
    private readonly requests: PasswordRequestService,
  ) {}

  @Get()
  @Public()
  async show(@CurrentVisitor() visitor: Visitor, @Req() request: Request, @Query() query: Sent) {
    const { next } = readSignInForm(query);
    const isChallenged = await this.sessions.isChallenged(challengeOf(request));
    return isChallenged ? presentSecondStep(visitor, next) : presentRedirect(signInPath(next));
  }

  @PostForm()
  @Public()
  signIn(@CurrentVisitor() visitor: Visitor, @Req() request: Request, @Body() body: Sent) {
    const { next } = readSignInForm(body);
    const input = { code: textOf(body['code']), from: originOf(visitor.actor) };
    return handleForm(() => this.sessions.finishSecondStep(challengeOf(request), input), {
      done: ({ session, recoveryCodes: codes }) => {
        const cookies = [...sessionCookies(request, this.csrf, session), endedChallenge(request)];
        return codes.length > 0
          ? presentFirstRecoveryCodes(visitor, { next, codes, cookies })
          : presentRedirect(next, cookies);
      },
      invalid: (errors) =>
        errors.status === 401
          ? presentSignIn(visitor, { username: '', next }, { sendsMail: this.requests.isAvailable, errors })
          : presentSecondStep(visitor, next, errors),
    });
  }
}

function challengeOf(request: Request): string {
  return cookieOf(request, CHALLENGE_COOKIE) ?? '';
}
