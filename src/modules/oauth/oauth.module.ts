import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OAuthApplicationEntity } from '../../database/entities/oauth-application.entity';
import { OAuthGrantEntity } from '../../database/entities/oauth-grant.entity';
import { OAuthTokenEntity } from '../../database/entities/oauth-token.entity';
import { AuditModule } from '../audit/audit.module';
import { ApplicationController } from './application.controller';
import { ApplicationRepository } from './application.repository';
import { ApplicationService } from './application.service';
import { AuthorizationService } from './authorization.service';
import { AuthorizedApplicationController } from './authorized-application.controller';
import { BearerService } from './bearer.service';
import { GrantQuery } from './grant.query';
import { GrantRepository } from './grant.repository';
import { TokenExchangeController } from './token-exchange.controller';
import { TokenExchangeService } from './token-exchange.service';

/** OAuth2 authorization server with the authorization code grant (decision 24). */
@Module({
  imports: [
    TypeOrmModule.forFeature([OAuthApplicationEntity, OAuthGrantEntity, OAuthTokenEntity]),
    AuditModule,
  ],
  controllers: [TokenExchangeController, ApplicationController, AuthorizedApplicationController],
  providers: [
    ApplicationService,
    ApplicationRepository,
    AuthorizationService,
    BearerService,
    GrantQuery,
    GrantRepository,
    TokenExchangeService,
  ],
  exports: [ApplicationService, AuthorizationService, BearerService],
})
export class OAuthModule {}
