import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module';
import { MfaModule } from '../mfa/mfa.module';
import { OrganizationController } from './organization.controller';
import { OrganizationService } from './organization.service';

/** Personal organizations: each account owns one, of which it is the only member (decision 136). */
@Module({
  imports: [AccountModule, MfaModule],
  controllers: [OrganizationController],
  providers: [OrganizationService],
  exports: [OrganizationService],
})
export class OrganizationModule {}
