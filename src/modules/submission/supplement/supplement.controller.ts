import { Body, Controller, Param } from '@nestjs/common';
import {
  ApiBody,
  ApiNotFoundResponse,
  ApiTags,
  ApiProperty,
  ApiSchema,
  ApiPropertyOptional,
} from '@nestjs/swagger';
import { CurrentActor, Requires } from '../../../authorization/policy';
import type { Actor } from '../../../domain/account/actor';
import type { AssetAccess } from '../../../domain/permission/asset-access';
import { parsedMembers } from '../../../http/body/read-json';
import { Endpoint } from '../../../http/endpoint';
import { SubmissionIdPipe } from '../read/submission.pipe';
import { SupplementService } from './supplement.service';
import { SUPPLEMENT_FORMAT, type SupplementVersion } from '../../../domain/supplement/supplement-input';
import { InvalidError } from '../../../domain/errors';
import { paginate } from '../../../domain/page';
import { PaginatedList } from '../../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../../http/pagination/present-page';
import { MANUAL_ACTIONS, type QuestionFeature } from '../../../domain/supplement/question-feature';
import { wireDate } from '../../../domain/text/wire-date';
import { QuestionFeatureService } from './question-feature.service';

const freeObject = { type: 'object', additionalProperties: true } as const;

const PARAMS = {
  type: 'array',
  items: freeObject,
  example: [{ language: 'en' }],
  description:
    'Languages (`{"language": "en"}`) of transcripts and translations; of `manual_qual` questions: `{type, uuid, labels: {_default}, choices?, hint?}` with a `uuid` that the client chooses and a type of `qualText`, `qualInteger`, `qualTags`, `qualNote`, `qualSelectOne`, `qualSelectMultiple`.',
} as const;

class CreateQuestionFeatureDto {
  @ApiProperty({ example: 'interview/voice', description: 'Path of the question.' }) question_xpath!: string;
  @ApiProperty({
    enum: MANUAL_ACTIONS,
    example: 'manual_transcription',
    description: 'Actions that need a machine service are rejected with 400.',
  })
  action!: string;
  @ApiProperty(PARAMS) params!: object[];
}

class UpdateQuestionFeatureDto {
  @ApiProperty(PARAMS) params!: object[];
}

class QuestionFeatureDto extends CreateQuestionFeatureDto {
  @ApiProperty({ example: 'qafSAvYreNzVEkrWg5Gdcvg2x' }) uid!: string;
}

class QualitativeTagDto {
  @ApiProperty({ example: 'water' }) value!: string;
}

/** A bulk action of a machine service; there are none. */
class MachineActionDto {
  @ApiPropertyOptional() uid?: string;
}

@ApiSchema({
  description:
    'Further keys are paths of questions: `{"manual_transcription": {"language", "value"}}`, `{"manual_translation": {"language", "value"}}` or `{"manual_qual": {"uuid", "value"}}`, where null or an empty value deletes; `{"manual_qual": {"uuid", "verified"}}` confirms an answer.',
})
class SupplementChangeDto {
  @ApiProperty({ example: SUPPLEMENT_FORMAT, description: 'Version of the format.' }) _version!: string;
}

@ApiSchema({
  description:
    'Empty, or with further keys that are paths of questions; each action has its versions, newest first: `{_dateCreated, _dateModified, _versions: [{_uuid, _data, _dateCreated, _dateAccepted}]}`, by language for translations and by uuid for qualitative questions.',
})
class SupplementDto {
  @ApiProperty({ required: false, example: SUPPLEMENT_FORMAT }) _version?: string;
}

@ApiTags('Data')
@ApiNotFoundResponse({ description: 'The submission does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid')
export class SupplementController {
  constructor(private readonly supplements: SupplementService) {}

  @Endpoint('GET data/:id/supplement', {
    summary: 'Get the supplement of a submission',
    description:
      'All versions of its transcripts, translations and qualitative answers. `id` is the root uuid, the current uuid or the `_id`.',
    returns: SupplementDto,
  })
  @Requires('view_submissions')
  async getSupplement(access: AssetAccess<'view_submissions'>, @Param('id', SubmissionIdPipe) id: string) {
    return presentSupplement(await this.supplements.list(access, id));
  }

  @Endpoint('PATCH data/:id/supplement', {
    summary: 'Add to the supplement of a submission',
    description:
      'Appends versions of transcripts, translations and qualitative answers that people typed. Each action, language and question must be enabled in `advanced-features`.',
    returns: SupplementDto,
    fails: { 400: 'Validation errors by field, or an action of a machine service.' },
  })
  @Requires('change_submissions', { see: 'view_submissions' })
  @ApiBody({ type: SupplementChangeDto })
  async updateSupplement(
    access: AssetAccess<'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('id', SubmissionIdPipe) id: string,
    @Body() body: Readonly<Record<string, unknown>>,
  ) {
    return presentSupplement(await this.supplements.change(actor, access, id, parsedMembers(body)));
  }

  @Endpoint('GET qual-questions/:question/tags', {
    summary: 'List the tags given to a qualitative question',
    description:
      'A bare array without pagination, sorted; at most 1000, of submissions that the caller may view.',
    returns: { type: [QualitativeTagDto] },
  })
  @Requires('view_submissions')
  async listQualitativeTags(access: AssetAccess<'view_submissions'>, @Param('question') question: string) {
    return presentTags(await this.supplements.tags(access, question));
  }
}

/** Bulk actions of machine services, which this service does not have: KoboToolbox's application asks for their list. */
@ApiTags('Data')
@ApiNotFoundResponse({ description: 'The asset does not exist or is not visible to the caller.' })
@Controller('api/v2/assets/:uid/advanced-features/bulk-actions')
export class BulkActionController {
  @Endpoint('GET', {
    summary: 'List bulk actions of machine services',
    description: 'Always empty: there are no machine services.',
  })
  @Requires('view_submissions')
  listBulkActions(
    _access: AssetAccess<'view_submissions'>,
    @PaginatedList(MachineActionDto) page: PageRequest,
  ) {
    return presentPage(page, paginate<MachineActionDto>([], page.window), (action) => action);
  }

  @Endpoint('POST', {
    summary: 'Reject a bulk action of a machine service',
    status: 400,
    returns: { description: 'There are no machine services.' },
  })
  @Requires('change_submissions', { see: 'view_submissions' })
  createBulkAction(_access: AssetAccess<'change_submissions'>): never {
    throw new InvalidError(
      'Bulk actions need a speech or translation service, which this service does not have. Add transcripts and translations one by one.',
    );
  }
}

function presentFeature({ uid, questionXpath, action, params }: QuestionFeature) {
  return { question_xpath: questionXpath, action, params, uid };
}

function presentTags(tags: readonly string[]) {
  return tags.map((value) => ({ value }));
}

/** By question and action, as KoboToolbox nests them. @param versions oldest first */
function presentSupplement(versions: readonly SupplementVersion[]): object {
  if (versions.length === 0) return {};
  return {
    _version: SUPPLEMENT_FORMAT,
    ...groupBy(
      versions,
      ({ questionXpath }) => questionXpath,
      (ofQuestion) => groupBy(ofQuestion, ({ action }) => action, presentAction),
    ),
  };
}

function presentAction(versions: readonly SupplementVersion[]): object {
  return versions[0]!.action === 'manual_transcription'
    ? presentVersions(versions)
    : groupBy(versions, ({ subject }) => subject, presentVersions);
}

function presentVersions(versions: readonly SupplementVersion[]): object {
  const dates = versions.flatMap(({ dateCreated, dateVerified }) => [
    dateCreated,
    dateVerified ?? dateCreated,
  ]);
  return {
    _dateCreated: wireDate(versions[0]!.dateCreated),
    _dateModified: wireDate(new Date(Math.max(...dates.map(Number)))),
    _versions: versions.map(presentVersion).toReversed(),
  };
}

function presentVersion(version: SupplementVersion): object {
  const { uuid, action, data, transcriptUuid, dateVerified } = version;
  const dateCreated = wireDate(version.dateCreated);
  return {
    _data: data,
    _uuid: uuid,
    _dateCreated: dateCreated,
    // Typed texts need no acceptance.
    _dateAccepted: dateCreated,
    ...(transcriptUuid !== null && {
      _dependency: { _actionId: 'manual_transcription', _uuid: transcriptUuid },
    }),
    ...(action === 'manual_qual' && { verified: dateVerified !== null }),
    ...(dateVerified !== null && { _dateVerified: wireDate(dateVerified) }),
  };
}

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  present: (group: readonly Item[]) => object,
): Record<string, object> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return Object.fromEntries([...groups].map(([key, group]) => [key, present(group)]));
}

@ApiTags('Data')
@ApiNotFoundResponse({ description: 'The asset or feature does not exist, or the caller may not view it.' })
@Controller('api/v2/assets/:uid/advanced-features')
export class QuestionFeatureController {
  constructor(private readonly features: QuestionFeatureService) {}

  @Endpoint('GET', {
    summary: 'List the advanced features of questions',
    description:
      'A bare array without pagination: what people may add to the answers of each question, oldest first.',
    returns: { type: [QuestionFeatureDto] },
  })
  @Requires('view_asset')
  async listAdvancedFeatures(access: AssetAccess<'view_asset'>) {
    return (await this.features.list(access)).map(presentFeature);
  }

  @Endpoint('POST', {
    summary: 'Enable transcripts, translations or qualitative questions',
    description: 'For one question of the form.',
    returns: QuestionFeatureDto,
    fails: { 400: 'Validation errors by field, or an action of a machine service.' },
  })
  @Requires('change_asset', { see: 'view_asset', or: 'change_submissions' })
  @ApiBody({ type: CreateQuestionFeatureDto })
  async createAdvancedFeature(
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Body() body: Readonly<Record<string, unknown>>,
  ) {
    return presentFeature(await this.features.create(actor, access, parsedMembers(body)));
  }

  @Endpoint('GET :feature', { summary: 'Get an advanced feature', returns: QuestionFeatureDto })
  @Requires('view_asset')
  async getAdvancedFeature(access: AssetAccess<'view_asset'>, @Param('feature') uid: string) {
    return presentFeature(await this.features.get(access, uid));
  }

  @Endpoint('PATCH :feature', {
    summary: 'Update an advanced feature',
    description:
      'Languages are added. Qualitative questions and choices are sent whole and in order; those left out are marked as deleted. Nothing is removed.',
    returns: QuestionFeatureDto,
    fails: { 400: 'Validation errors by field.' },
  })
  @Requires('change_asset', { see: 'view_asset', or: 'change_submissions' })
  @ApiBody({ type: UpdateQuestionFeatureDto })
  async updateAdvancedFeature(
    access: AssetAccess<'change_asset' | 'change_submissions'>,
    @CurrentActor() actor: Actor,
    @Param('feature') uid: string,
    @Body() body: Readonly<Record<string, unknown>>,
  ) {
    return presentFeature(await this.features.update(actor, access, uid, parsedMembers(body)));
  }
}
