import { Controller, Post } from '@nestjs/common';
import {
  ApiAcceptedResponse,
  ApiBadRequestResponse,
  ApiBody,
  ApiConflictResponse,
  ApiConsumes,
  ApiCreatedResponse,
  ApiForbiddenResponse,
  ApiMethodNotAllowedResponse,
  ApiNotFoundResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../authorization/policy';
import { ServedAtOnce } from '../authorization/served';
import type { Actor } from '../domain/account/actor';
import type { AssetAccess } from '../domain/permission/asset-access';
import { TakesParts } from '../http/body/body-declaration';
import { type IncomingForm, UnreadForm } from '../http/body/incoming-form';
import type { Links } from '../http/url/links';
import { AnswerLinks } from '../http/url/request-links';
import { DataEntry } from './data-entry';
import { presentEntry } from './openrosa.presenter';

const FILE = { type: 'string', format: 'binary' } as const;
const SUBMISSION = { type: 'object', additionalProperties: true } as const;
const STORED = {
  schema: { ...SUBMISSION, description: 'As `data/<id>/` answers it.' },
} as const;

/** The way in for programs, which may leave out what devices know: the id of the form, and an instanceID. */
@ApiTags('Data')
@ApiNotFoundResponse({ description: 'There is no such asset, or the caller may not see it.' })
@Controller('api/v2/assets/:uid/data')
export class DataEntryController {
  constructor(private readonly entry: DataEntry) {}

  @Post()
  @ServedAtOnce()
  @Requires('add_submissions', { see: 'view_submissions' })
  @TakesParts()
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiBody({
    schema: {
      oneOf: [
        {
          ...SUBMISSION,
          description:
            'Answers under the paths of their questions, or in objects for groups; alone, or as `submission`.',
        },
        {
          type: 'object',
          required: ['xml_submission_file'],
          properties: { xml_submission_file: FILE },
          additionalProperties: FILE,
          description: 'As collectors send it: the XML, and each file under its own name.',
        },
      ],
    },
  })
  @ApiOperation({ summary: 'Takes in a submission; without an instanceID it is a new one' })
  @ApiCreatedResponse({ description: 'Stored now.', ...STORED })
  @ApiAcceptedResponse({ description: 'All of it had been stored before.', ...STORED })
  @ApiBadRequestResponse({ description: 'It is no submission, or for another form, or there is no form.' })
  @ApiForbiddenResponse({ description: 'The caller may see submissions, and may add none.' })
  @ApiMethodNotAllowedResponse({ description: 'The form takes no submissions any more.' })
  @ApiConflictResponse({ description: 'Another submission has this instanceID.' })
  async create(
    access: AssetAccess<'add_submissions'>,
    @CurrentActor() actor: Actor,
    @UnreadForm() form: IncomingForm,
    @AnswerLinks() links: Links,
  ) {
    return presentEntry(links.origin, await this.entry.takeIn(actor, access, form));
  }
}
