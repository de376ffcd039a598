import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_PIPE, HttpAdapterHost } from '@nestjs/core';
import { LoggerModule } from 'nestjs-pino';
import { RouteTable } from './authorization/route-table';
import type { AppSettings } from './app.settings';
import { AuthModule } from './authentication/auth.module';
import { FallbackModule } from './authentication/fallback.module';
import { BackupModule } from './backup/backup.module';
import { ConfigModule } from './config/config.module';
import { DatabaseModule } from './database/database.module';
import { Doors } from './fast-path/doors';
import { DownloadsModule } from './outbound-http/downloads.module';
import { ExportsModule } from './workers/export-writer/exports.module';
import { FormsModule } from './workers/form-engine/forms.module';
import { BodyModule } from './http/body/body.module';
import { apiDialect } from './http/errors/api-dialect';
import { ExceptionsFilter } from './http/errors/exceptions.filter';
import { oauthDialect } from './http/errors/oauth-dialect';
import { odataDialect } from './http/errors/odata-dialect';
import { RequestValidationPipe } from './http/validation/request-validation.pipe';
import { ImagesModule } from './workers/image-resizer/images.module';
import { InstancesModule } from './workers/submission-parser/instances.module';
import { JobsModule } from './jobs/jobs.module';
import { ListenersModule } from './events/listeners.module';
import { logOptions } from './bootstrap/log-options';
import { AccountModule } from './modules/account/account.module';
import { AssetModule } from './modules/asset/asset.module';
import { AuditModule } from './modules/audit/audit.module';
import { CredentialModule } from './modules/credential/credential.module';
import { DeploymentModule } from './modules/deployment/deployment.module';
import { HookModule } from './modules/hook/hook.module';
import { ExportModule } from './modules/export/export.module';
import { ImportModule } from './modules/import/import.module';
import { KeyringModule } from './modules/user-credentials/keyring.module';
import { LifecycleModule } from './modules/asset-lifecycle/lifecycle.module';
import { MediaModule } from './modules/media/media.module';
import { OdataModule } from './modules/odata/odata.module';
import { OAuthModule } from './modules/oauth/oauth.module';
import { SubscriptionModule } from './modules/subscription/subscription.module';
import { UsageModule } from './modules/usage/usage.module';
import { OwnershipModule } from './modules/ownership/ownership.module';
import { PairingModule } from './modules/paired-data/pairing.module';
import { PermissionModule } from './modules/permission/permission.module';
import { ReportModule } from './modules/report/report.module';
import { SessionModule } from './modules/session/session.module';
import { SnapshotModule } from './modules/snapshot/snapshot.module';
import { SubmissionModule } from './modules/submission/submission.module';
import { WebFormModule } from './modules/web-form/web-form.module';
import { openRosaDialect, webFormEditDialect } from './openrosa/openrosa-dialect';
import { OpenRosaModule } from './openrosa/openrosa.module';
import { OperationsModule } from './health/operations.module';
import { StorageModule } from './storage/storage.module';
import { Storage } from './storage/storage.port';
import { pageDialect } from './web/page/page-dialect';
import { TurnsModule } from './admission-control/turns.module';
import { WebModule } from './web/web.module';

/** The only place that knows every room. */
@Module({})
export class AppModule {
  static with({ environment, databaseUrl, secretKey, log, passwordCost }: AppSettings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        LoggerModule.forRoot(logOptions(environment.LOG_LEVEL, log)),
        ConfigModule.with(environment, secretKey, passwordCost),
        DatabaseModule.at(databaseUrl, {
          poolSize: environment.DATABASE_POOL,
          namesStatements: environment.DATABASE_NAMED_STATEMENTS ?? environment.DATABASE_URL === undefined,
        }),
        StorageModule,
        BackupModule,
        BodyModule.over(Storage),
        JobsModule,
        ListenersModule,
        FormsModule,
        ExportsModule,
        ImagesModule,
        InstancesModule,
        DownloadsModule,
        AuthModule,
        TurnsModule,
        OperationsModule,
        AuditModule,
        AccountModule,
        CredentialModule,
        SessionModule,
        OAuthModule,
        KeyringModule,
        PermissionModule,
        SubscriptionModule,
        UsageModule,
        OwnershipModule,
        MediaModule,
        AssetModule,
        DeploymentModule,
        LifecycleModule,
        SubmissionModule,
        PairingModule,
        ReportModule,
        ExportModule,
        ImportModule,
        SnapshotModule,
        WebFormModule,
        HookModule,
        OdataModule,
        OpenRosaModule,
        WebModule,
        FallbackModule,
      ],
      providers: [
        {
          provide: ExceptionsFilter,
          inject: [HttpAdapterHost, RouteTable],
          useFactory: (host: HttpAdapterHost, routes: RouteTable) =>
            new ExceptionsFilter(
              host,
              [openRosaDialect, webFormEditDialect, pageDialect, oauthDialect, odataDialect, apiDialect],
              (path) => routes.find(path)?.methods ?? [],
            ),
        },
        { provide: APP_FILTER, useExisting: ExceptionsFilter },
        Doors,
        { provide: APP_PIPE, useClass: RequestValidationPipe },
      ],
    };
  }
}
