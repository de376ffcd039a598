import { Body, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Public } from '../../authorization/policy';
import { InvalidError } from '../../domain/errors';
import { LANGUAGE_COOKIE, setCookie } from '../../http/cookie/cookies';
import { isLanguage } from '../../language/language';
import { ProfileService } from '../../modules/account/profile.service';
import { PageController, PostForm, type Sent } from '../page/handle-form';
import { presentRedirect } from '../page/page';
import { CurrentVisitor, localPath, type Visitor } from '../page/visitor';

const YEAR_MS = 365 * 24 * 60 * 60_000;

/** The choice of a language, on each page: for the account of the visitor, else for the browser. */
@PageController('accounts/language')
export class LanguageController {
  constructor(private readonly profiles: ProfileService) {}

  @PostForm()
  @Public()
  async choose(@CurrentVisitor() visitor: Visitor, @Req() request: Request, @Body() body: Sent) {
    const { language, next } = body;
    if (!isLanguage(language)) throw InvalidError.at('language', 'Choose a language of the list.');
    if (visitor.actor.kind === 'user' && visitor.sessionId !== undefined) {
      await this.profiles.change(visitor.actor, { extraDetails: { language } }, { address: undefined });
    }
    const cookie = setCookie(request, LANGUAGE_COOKIE, language, YEAR_MS);
    return presentRedirect(localPath(next, '/'), [cookie]);
  }
}
