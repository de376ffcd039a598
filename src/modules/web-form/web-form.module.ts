import { Module } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { SsrfGuard, AddressResolver } from '../../outbound-http/guarded-http-client';
import { Sender } from '../../outbound-http/sender';
import { AccountModule } from '../account/account.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { MediaModule } from '../media/media.module';
import { PermissionModule } from '../permission/permission.module';
import { SubmissionModule } from '../submission/submission.module';
import { EnketoService } from './enketo.service';
import { FormPreviewController, WebFormController } from './web-form.controller';
import { WebFormPageService } from './web-form-page.service';
import { WebFormService } from './web-form.service';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AssetSnapshotEntity } from '../../database/entities/asset.entity';
import { AssetModule } from '../asset/asset.module';
import { SnapshotController } from './snapshot/snapshot.controller';
import { SnapshotRepository } from './snapshot/snapshot.repository';
import { SnapshotService } from './snapshot/snapshot.service';

@Module({
  imports: [
    TypeOrmModule.forFeature([AssetSnapshotEntity]),
    AccountModule,
    DeploymentModule,
    MediaModule,
    PermissionModule,
    SubmissionModule,
    AssetModule,
  ],
  controllers: [WebFormController, FormPreviewController, SnapshotController],
  providers: [
    WebFormService,
    WebFormPageService,
    {
      provide: EnketoService,
      inject: [Environment, AddressResolver],
      // Exempts the configured Enketo host, which may be internal, from the SSRF guard.
      useFactory: ({ ENKETO_URL: url, ENKETO_API_KEY: apiKey }: Environment, resolver: AddressResolver) => {
        const host = url === undefined ? '' : new URL(url).hostname.replace(/^\[|\]$/g, '');
        return new EnketoService({ url, apiKey }, new Sender(new SsrfGuard(host), resolver));
      },
    },
    SnapshotService,
    SnapshotRepository,
  ],
  exports: [WebFormPageService, SnapshotService],
})
export class WebFormModule {}
