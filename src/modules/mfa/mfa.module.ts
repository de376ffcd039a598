import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MfaMethodEntity } from '../../database/entities/mfa-method.entity';
import { AccountModule } from '../account/account.module';
import { AuditModule } from '../audit/audit.module';
import { MfaEnrolmentService } from './mfa-enrolment.service';
import { MfaController } from './mfa.controller';
import { MfaRepository } from './mfa.repository';
import { MfaService } from './mfa.service';
import { UserMfaController } from './user-mfa.controller';
import { UserMfaService } from './user-mfa.service';

/** Second factor of sign-ins (TOTP). */
@Module({
  imports: [TypeOrmModule.forFeature([MfaMethodEntity]), AuditModule, AccountModule],
  controllers: [MfaController, UserMfaController],
  providers: [MfaService, MfaEnrolmentService, MfaRepository, UserMfaService],
  exports: [MfaService, MfaEnrolmentService, UserMfaService],
})
export class MfaModule {}
