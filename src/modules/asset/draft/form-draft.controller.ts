import { Body, Controller, Query } from '@nestjs/common';
import { ApiNotFoundResponse, ApiProperty, ApiPropertyOptional, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { UserActor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { wireDate } from '../../../domain/text/wire-date';
import { AcceptsContent } from '../../../http/body/body-reader';
import { Endpoint } from '../../../http/endpoint';
import { JsonText } from '../../../http/json-text';
import { OptionalText, RequiredJson, RequiredText } from '../../../http/validation/field';
import {
  type FormDraft,
  type FormDraftInput,
  FormDraftService,
  type FormDraftState,
} from './form-draft.service';

const REVISION = '4f9c2a51-0c53-4ac5-9d0e-2f6f4f0f9a11';
const VERSION = 'vWvkKzNE8xCtfApJvabfjG';
const CONTENT = {
  type: 'object',
  additionalProperties: true,
  example: { survey: [{ type: 'text', name: 'full_name', label: ['What is your name?'] }] },
} as const;

class StoreDraftDto {
  @RequiredJson()
  @ApiProperty({ ...CONTENT, description: 'Content of the form, stored as sent. Not checked.' })
  content!: Uint8Array;

  @RequiredText()
  @ApiProperty({ example: VERSION, description: 'Uid of the version that the changes were made from.' })
  base_version_id!: string;

  @OptionalText()
  @ApiPropertyOptional({
    example: REVISION,
    description: 'Revision of the draft that this one replaces. Absent if there is none yet.',
  })
  revision?: string;

  toInput(): FormDraftInput {
    const { content, base_version_id: baseVersionUid, revision } = this;
    return { content, baseVersionUid, revision };
  }
}

class DiscardDraftDto {
  @OptionalText()
  @ApiPropertyOptional({ example: REVISION, description: 'Revision to discard. Default: any.' })
  revision?: string;
}

class DraftStateDto {
  @ApiProperty({ example: VERSION }) base_version_id!: string;
  @ApiProperty({
    example: VERSION,
    description: 'Newest version of the asset; not `base_version_id` if another one was saved meanwhile.',
  })
  version_id!: string;
  @ApiProperty({ example: REVISION, description: 'Changes with each PUT.' }) revision!: string;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_modified!: string;
}

class DraftDto extends DraftStateDto {
  @ApiProperty(CONTENT) content!: object;
}

function presentState(draft: FormDraftState): DraftStateDto {
  return {
    base_version_id: draft.baseVersionUid,
    version_id: draft.newestVersionUid,
    revision: draft.revision,
    date_modified: wireDate(draft.dateModified),
  };
}

function presentDraft({ content, ...state }: FormDraft) {
  return { ...presentState(state), content: new JsonText(content) };
}

const REFUSED =
  'The draft was changed, saved or discarded elsewhere since `revision`, or one exists and no revision was sent. Nothing was stored.';

type Access = AssetAccess<'change_asset'>;

@ApiTags('Assets')
@ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
@Controller('api/v2/assets/:uid/draft')
export class FormDraftController {
  constructor(private readonly drafts: FormDraftService) {}

  @Endpoint('GET', {
    summary: "Get the caller's draft of the form",
    description: 'Unsaved changes of the form. Each caller has a draft of their own, hidden from all others.',
    returns: DraftDto,
    fails: { 404: 'The caller has no draft of the asset, or the asset is not visible to them.' },
  })
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async getDraft(access: Access, @CurrentActor() actor: UserActor) {
    return presentDraft(await this.drafts.show(actor, access));
  }

  @Endpoint('PUT', {
    summary: "Store the caller's draft of the form",
    description: 'A draft is no version: nothing of the asset changes. It stays until it is discarded.',
    returns: DraftStateDto,
    fails: { 400: 'Validation errors by field.', 409: REFUSED },
  })
  @AcceptsContent()
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async putDraft(access: Access, @CurrentActor() actor: UserActor, @Body() body: StoreDraftDto) {
    return presentState(await this.drafts.store(actor, access, body.toInput()));
  }

  @Endpoint('DELETE', {
    summary: "Discard the caller's draft of the form",
    description: 'Succeeds without a draft too.',
    fails: { 409: REFUSED },
  })
  @Requires('change_asset', { see: 'view_asset', family: 'asset-detail' })
  async deleteDraft(access: Access, @CurrentActor() actor: UserActor, @Query() query: DiscardDraftDto) {
    await this.drafts.discard(actor, access, query.revision);
  }
}
