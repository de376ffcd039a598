import { Module } from '@nestjs/common';
import { Environment } from '../../config/environment';
import { AddressGuard } from '../../outbound-http/address-guard';
import { AddressResolver } from '../../outbound-http/address-resolver';
import { GuardedSender } from '../../outbound-http/guarded.sender';
import { DeploymentModule } from '../deployment/deployment.module';
import { PermissionModule } from '../permission/permission.module';
import { SnapshotModule } from '../snapshot/snapshot.module';
import { SubmissionModule } from '../submission/submission.module';
import { EnketoService } from './enketo.service';
import { FormPreviewController } from './form-preview.controller';
import { WebFormController } from './web-form.controller';
import { WebFormService } from './web-form.service';

/** The ways to web forms, which an Enketo Express beside the service draws. */
@Module({
  imports: [DeploymentModule, PermissionModule, SubmissionModule, SnapshotModule],
  controllers: [WebFormController, FormPreviewController],
  providers: [
    WebFormService,
    {
      provide: EnketoService,
      inject: [Environment, AddressResolver],
      // The operator says where it is, so that it may be inside; that host alone, and for this alone.
      useFactory: ({ ENKETO_URL: url, ENKETO_API_KEY: apiKey }: Environment, resolver: AddressResolver) => {
        const host = url === undefined ? '' : new URL(url).hostname.replace(/^\[|\]$/g, '');
        return new EnketoService({ url, apiKey }, new GuardedSender(new AddressGuard(host), resolver));
      },
    },
  ],
})
export class WebFormModule {}
