import { Module } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { SsrfGuard } from '../../outbound-http/ssrf-guard';
import { AddressResolver } from '../../outbound-http/address-resolver';
import { Sender } from '../../outbound-http/sender';
import { AccountModule } from '../account/account.module';
import { CredentialModule } from '../credential/credential.module';
import { DeploymentModule } from '../deployment/deployment.module';
import { MediaModule } from '../media/media.module';
import { PermissionModule } from '../permission/permission.module';
import { SnapshotModule } from '../snapshot/snapshot.module';
import { SubmissionModule } from '../submission/submission.module';
import { EnketoService } from './enketo.service';
import { FormPreviewController } from './form-preview.controller';
import { WebFormController } from './web-form.controller';
import { WebFormPageService } from './web-form-page.service';
import { WebFormService } from './web-form.service';

@Module({
  imports: [
    AccountModule,
    CredentialModule,
    DeploymentModule,
    MediaModule,
    PermissionModule,
    SubmissionModule,
    SnapshotModule,
  ],
  controllers: [WebFormController, FormPreviewController],
  exports: [WebFormPageService],
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
  ],
})
export class WebFormModule {}
