import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionEntity } from '../../database/entities/session.entity';
import { AccountModule } from '../account/account.module';
import { CredentialModule } from '../credential/credential.module';
import { MfaModule } from '../mfa/mfa.module';
import { CsrfService } from './csrf.service';
import { SessionQuery } from './session.query';
import { SessionRepository } from './session.repository';
import { SessionService } from './session.service';
import { SessionUseService } from './session-use.service';

/** Browser sessions and CSRF protection. */
@Module({
  imports: [TypeOrmModule.forFeature([SessionEntity]), AccountModule, MfaModule, CredentialModule],
  providers: [SessionService, SessionUseService, SessionQuery, SessionRepository, CsrfService],
  exports: [SessionService, CsrfService],
})
export class SessionModule {}
