import { Body, Get, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Public } from '../../authorization/policy';
import { originOf } from '../../domain/account/actor';
import { CHALLENGE_COOKIE, cookieOf } from '../../http/cookie/cookies';
import { PasswordRequestService } from '../../modules/account/password-request.service';
import { CsrfService } from '../../modules/session/csrf.service';
import { SessionService } from '../../modules/session/session.service';
import { handleForm } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { PageController, PostForm } from '../page/page-controller';
import { CurrentVisitor, type Visitor } from '../page/visitor';
import { type Sent, textOf } from '../page/sent-form';
import { presentFirstRecoveryCodes, presentSecondStep, signInPath } from './second-step.page';
import { endedChallenge, sessionCookies } from './sign-in-cookies';
import { readSignInForm } from './sign-in-form';
import { presentSignIn } from './sign-in.page';

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
