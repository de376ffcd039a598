import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { CredentialModule } from '../credential/credential.module';
import { OAuthModule } from '../oauth/oauth.module';
import { SessionModule } from '../session/session.module';
import { KeyringController } from './keyring.controller';
import { KeyringQuery } from './keyring.query';
import { KeyringService } from './keyring.service';

/** All that a user can be entered with, in one place. */
@Module({
  imports: [AccountModule, AuditModule, CredentialModule, SessionModule, OAuthModule],
  controllers: [KeyringController],
  providers: [KeyringService, KeyringQuery],
})
export class KeyringModule {}
