import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { CredentialModule } from '../credential/credential.module';
import { OAuthModule } from '../oauth/oauth.module';
import { SessionModule } from '../session/session.module';
import { OwnCredentialsController } from './own-credentials.controller';
import { UserCredentialsController } from './user-credentials.controller';
import { UserCredentialsQuery } from './user-credentials.query';
import { UserCredentialsService } from './user-credentials.service';

@Module({
  imports: [AccountModule, AuditModule, CredentialModule, SessionModule, OAuthModule],
  controllers: [UserCredentialsController, OwnCredentialsController],
  providers: [UserCredentialsService, UserCredentialsQuery],
  exports: [UserCredentialsService],
})
export class UserCredentialsModule {}
