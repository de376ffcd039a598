import { Controller, Injectable } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiConsumes, ApiNotFoundResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Requires, Priority } from '../authorization/policy';
import type { Actor } from '../domain/account/actor';
import type { AssetAccess } from '../domain/permission/asset-access';
import { AcceptsParts } from '../http/body/body-reader';
import { Endpoint } from '../http/endpoint';
import { type Links, ResponseLinks } from '../http/url/links';
import { presentDataEntry } from './openrosa.presenter';
import { type IncomingForm, UnreadForm } from '../http/body/read-multipart-form';
import { DeployedFormService } from '../modules/deployment/deployed-form.service';
import { IntakeResultService, type IntakeReceipt } from '../modules/submission/intake/intake.service';
import type { SubmissionJson } from '../modules/submission/read/submission.service';
import { SubmissionUpload } from './submission-upload';

export interface DataEntryResult {
  readonly receipt: IntakeReceipt;
  readonly submission: SubmissionJson;
}

/** Accepts submissions sent to the `data/` path of their asset. */
@Injectable()
export class DataEntry {
  constructor(
    private readonly forms: DeployedFormService,
    private readonly upload: SubmissionUpload,
    private readonly results: IntakeResultService,
  ) {}

  /** @throws InvalidError when the asset was never deployed, and as `SubmissionUpload.accept` does */
  async accept(
    actor: Actor,
    access: AssetAccess<'add_submissions'>,
    form: IncomingForm,
  ): Promise<DataEntryResult> {
    await this.forms.getDeployed(access);
    const receipt = await this.upload.accept(actor, form, {
      assetUid: access.assetUid,
      access,
      assignsInstanceId: true,
    });
    return { receipt, submission: await this.results.get(actor, access, receipt) };
  }
}

const FILE = { type: 'string', format: 'binary' } as const;
const SUBMISSION = { type: 'object', additionalProperties: true } as const;
const STORED = {
  schema: { ...SUBMISSION, description: 'Same as the response of `data/<id>/`.' },
} as const;

/** Accepts submissions from programs, which may omit the form id and the instanceID. */
@ApiTags('Data')
@ApiNotFoundResponse({ description: 'The asset does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid/data')
export class DataEntryController {
  constructor(private readonly entry: DataEntry) {}

  @Endpoint('POST', {
    summary: 'Create a submission',
    description: 'Without an instanceID the submission is new, and gets one.',
    returns: { description: 'Stored.', ...STORED },
    fails: {
      400: 'Not a submission, a submission of another form, or the asset was never deployed.',
      402: 'A limit of what is stored is reached; the response names it.',
      403: 'The caller may view submissions, but not add them.',
      405: 'The form does not accept submissions.',
      409: 'Another submission has the same instanceID.',
    },
  })
  @Priority('immediate')
  @Requires('add_submissions', { see: 'view_submissions' })
  @AcceptsParts()
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({
    schema: {
      oneOf: [
        {
          ...SUBMISSION,
          description:
            'Answers by question path, or in one object per group; at the top level or in `submission`.',
          example: { household: { head: 'Asha' }, water_source: 'well' },
        },
        {
          type: 'object',
          required: ['xml_submission_file'],
          properties: { xml_submission_file: FILE },
          additionalProperties: FILE,
          description: 'Like an OpenRosa submission: the XML, and every file under its own name.',
        },
      ],
    },
  })
  @ApiAcceptedResponse({ description: 'Duplicate: everything was already stored.', ...STORED })
  async createSubmission(
    access: AssetAccess<'add_submissions'>,
    @CurrentActor() actor: Actor,
    @UnreadForm() form: IncomingForm,
    @ResponseLinks() links: Links,
  ) {
    return presentDataEntry(links.origin, await this.entry.accept(actor, access, form));
  }
}
