import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import { LoggerModule } from 'nestjs-pino';
import { RouteTable } from './authorization/route-table';
import type { AppSettings } from './app.settings';
import { AuthenticationModule } from './authentication/authentication.module';
import { FallbackModule } from './authentication/fallback.module';
import { BackupModule } from './backup/backup.module';
import { ConfigModule } from './config/config.module';
import { AssetChangeRepository } from './database/cache/asset-change.repository';
import { DatabaseAddress } from './database/connection/open-connection';
import { DatabaseModule } from './database/database.module';
import { MailModule } from './mail/mail.module';
import { OutboundHttpModule } from './outbound-http/outbound-http.module';
import { BodyModule } from './http/body/body.module';
import { ExceptionsFilter } from './http/errors/exceptions.filter';
import { ResponseCacheModule } from './http/response-cache/response-cache.module';
import { RequestValidationPipe } from './http/validation/request-validation.pipe';
import { WorkersModule } from './workers/workers.module';
import { JobsModule } from './jobs/jobs.module';
import { EventsModule } from './events/events.module';
import { logOptions } from './bootstrap/logged-error';
import { AccountModule } from './modules/account/account.module';
import { AssetModule } from './modules/asset/asset.module';
import { AuditModule } from './modules/audit/audit.module';
import { DeploymentModule } from './modules/deployment/deployment.module';
import { EntityModule } from './modules/entity/entity.module';
import { HookModule } from './modules/hook/hook.module';
import { ServiceModule } from './modules/service/service.module';
import { ExportModule } from './modules/export/export.module';
import { ImportModule } from './modules/import/import.module';
import { MigrationModule } from './modules/migration/migration.module';
import { MediaModule } from './modules/media/media.module';
import { OdataModule } from './modules/odata/odata.module';
import { SubmissionModule } from './modules/submission/submission.module';
import { PermissionModule } from './modules/permission/permission.module';
import { ReportModule } from './modules/report/report.module';
import { WebFormModule } from './modules/web-form/web-form.module';
import { openRosaDialect, webFormEditDialect } from './openrosa/openrosa-request';
import { OpenRosaModule } from './openrosa/openrosa.module';
import { HealthModule } from './health/health.module';
import { StorageModule } from './storage/storage.module';
import { Storage } from './storage/storage.port';
import { CsrfService } from './modules/account/session/csrf.service';
import { pageDialect } from './web/page/error.page';
import { AdmissionControlModule } from './admission-control/admission-control.module';
import { WebModule } from './web/web.module';
import { apiDialect, oauthDialect, odataDialect } from './http/errors/failure';

/** Composition root: the only file that imports every module. */
@Module({})
export class AppModule {
  static forRoot({ environment, databaseUrl, secretKey, log, passwordCost }: AppSettings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot(logOptions(environment.LOG_LEVEL, log)),
        ConfigModule.forRoot(environment, secretKey, passwordCost),
        DatabaseModule.forRoot(
          new DatabaseAddress(databaseUrl, environment.DATABASE_DIRECT_URL),
          {
            poolSize: environment.DATABASE_POOL,
            prepareStatements:
              environment.DATABASE_NAMED_STATEMENTS ?? environment.DATABASE_URL === undefined,
          },
          {
            url: environment.DATABASE_REPLICA_URL,
            maxLagMs: environment.DATABASE_REPLICA_MAX_LAG_MS,
          },
        ),
        StorageModule,
        BackupModule,
        BodyModule.forRoot(Storage),
        ResponseCacheModule.forRoot(AssetChangeRepository),
        JobsModule,
        EventsModule,
        WorkersModule,
        OutboundHttpModule,
        MailModule,
        AuthenticationModule,
        AdmissionControlModule,
        HealthModule,
        AuditModule,
        AccountModule,
        PermissionModule,
        AssetModule,
        EntityModule,
        ServiceModule,
        MediaModule,
        DeploymentModule,
        SubmissionModule,
        ReportModule,
        ExportModule,
        ImportModule,
        WebFormModule,
        HookModule,
        MigrationModule,
        OdataModule,
        OpenRosaModule,
        WebModule,
        FallbackModule,
      ],
      providers: [
        {
          provide: ExceptionsFilter,
          inject: [HttpAdapterHost, RouteTable, CsrfService],
          useFactory: (host: HttpAdapterHost, routes: RouteTable, csrf: CsrfService) => {
            const methodsOf = (path: string): readonly string[] => routes.find(path)?.methods ?? [];
            const pages = pageDialect(csrf, methodsOf);
            return new ExceptionsFilter(
              host,
              [openRosaDialect, webFormEditDialect, pages, oauthDialect, odataDialect, apiDialect],
              methodsOf,
            );
          },
        },
        { provide: APP_FILTER, useExisting: ExceptionsFilter },
        { provide: APP_PIPE, useClass: RequestValidationPipe },
      ],
    };
  }
}
