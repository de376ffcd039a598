import { Controller, Param } from '@nestjs/common';
import { ApiTags, ApiProperty, ApiNotFoundResponse } from '@nestjs/swagger';
import { CurrentActor, SignedIn, Priority, SuperuserOnly } from '../../authorization/policy';
import type { UserActor } from '../../domain/account/actor';
import { Endpoint } from '../../http/endpoint';
import { PaginatedList } from '../../http/pagination/paginated-list';
import { type PageRequest, presentPage } from '../../http/pagination/present-page';
import { type Links, ResponseLinks } from '../../http/url/links';
import { UsageService, type AssetUsage, type ServiceUsage, type UserQuota } from './usage.service';
import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import { deploymentStatus } from '../../domain/asset/asset-status';

/** Transcription and translation are not supported; clients expect the keys. */
const NO_PROCESSING = { total_nlp_asr_seconds: 0, total_nlp_mt_characters: 0, total_nlp_llm_requests: 0 };

function presentAssetUsage(links: Links, usage: AssetUsage) {
  return {
    asset: links.asset(usage.uid),
    asset__name: usage.name,
    nlp_usage_current_period: NO_PROCESSING,
    nlp_usage_all_time: NO_PROCESSING,
    storage_bytes: usage.storageBytes,
    submission_count_current_period: usage.currentPeriod,
    submission_count_all_time: usage.allTime,
  };
}

function presentOrganizationAssetUsage(links: Links, usage: AssetUsage) {
  return { ...presentAssetUsage(links, usage), deployment_status: deploymentStatus(usage) };
}

/** Balance of a limit of the operator; null without one (contract-assets 7.7). */
function presentBalance({ limit, used }: Partial<UserQuota> = {}) {
  if (limit === undefined || used === undefined) return null;
  return {
    effective_limit: limit,
    balance_value: limit - used,
    balance_percent: Math.floor((used / limit) * 100),
    exceeded: used >= limit,
  };
}

function presentServiceUsage({ storageBytes, currentPeriod, allTime, period, at, quotas }: ServiceUsage) {
  return {
    total_nlp_usage: {
      asr_seconds_current_period: 0,
      mt_characters_current_period: 0,
      llm_requests_current_period: 0,
      asr_seconds_all_time: 0,
      mt_characters_all_time: 0,
      llm_requests_all_time: 0,
    },
    total_storage_bytes: storageBytes,
    total_submission_count: { all_time: allTime, current_period: currentPeriod },
    balances: {
      submission: presentBalance(quotas?.submissions),
      storage_bytes: presentBalance(quotas?.bytes),
      asr_seconds: null,
      mt_characters: null,
      llm_requests: null,
    },
    current_period_start: withUtcOffset(wireSeconds(period.start)),
    current_period_end: withUtcOffset(wireSeconds(period.end)),
    last_updated: withUtcOffset(wireDate(at)),
  };
}

/** Replaces `Z` by `+00:00` (contract-assets 7.7). */
function withUtcOffset(date: string): string {
  return date.replace('Z', '+00:00');
}

class AssetProcessingDto {
  @ApiProperty({ example: 0 }) total_nlp_asr_seconds!: number;
  @ApiProperty({ example: 0 }) total_nlp_mt_characters!: number;
  @ApiProperty({ example: 0 }) total_nlp_llm_requests!: number;
}

class AssetUsageDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/' })
  asset!: string;
  @ApiProperty({ example: 'Wells' }) asset__name!: string;
  @ApiProperty({ type: AssetProcessingDto }) nlp_usage_current_period!: AssetProcessingDto;
  @ApiProperty({ type: AssetProcessingDto }) nlp_usage_all_time!: AssetProcessingDto;
  @ApiProperty({ example: 120_000, description: 'Total size of attachments, in bytes.' })
  storage_bytes!: number;
  @ApiProperty({ example: 12, description: 'Submissions in the current calendar month, in UTC.' })
  submission_count_current_period!: number;
  @ApiProperty({ example: 480 }) submission_count_all_time!: number;
}

class OrganizationAssetUsageDto extends AssetUsageDto {
  @ApiProperty({ enum: ['deployed', 'archived', 'draft', '-'] }) deployment_status!: string;
}

class ServiceProcessingDto {
  @ApiProperty({ example: 0 }) asr_seconds_current_period!: number;
  @ApiProperty({ example: 0 }) mt_characters_current_period!: number;
  @ApiProperty({ example: 0 }) llm_requests_current_period!: number;
  @ApiProperty({ example: 0 }) asr_seconds_all_time!: number;
  @ApiProperty({ example: 0 }) mt_characters_all_time!: number;
  @ApiProperty({ example: 0 }) llm_requests_all_time!: number;
}

class SubmissionUsageDto {
  @ApiProperty({ example: 480, description: 'All submissions, including those of deleted assets.' })
  all_time!: number;
  @ApiProperty({ example: 12 }) current_period!: number;
}

const balance = {
  type: 'object',
  nullable: true,
  required: ['effective_limit', 'balance_value', 'balance_percent', 'exceeded'],
  properties: {
    effective_limit: { type: 'number', example: 10_000 },
    balance_value: {
      type: 'number',
      example: 9_520,
      description: 'What is left; negative if a limit was lowered.',
    },
    balance_percent: { type: 'number', example: 4, description: 'How much is used, in percent.' },
    exceeded: { type: 'boolean', description: 'True if nothing more is accepted.' },
  },
} as const;

const noBalance = {
  type: 'object',
  additionalProperties: true,
  nullable: true,
  description: 'Always null: the service does not do it.',
} as const;

class BalancesDto {
  @ApiProperty({
    ...balance,
    required: [...balance.required],
    description: 'Stored submissions, without those of deleted assets; null without a limit.',
  })
  submission!: object | null;
  @ApiProperty({
    ...balance,
    required: [...balance.required],
    description:
      'Stored files in bytes: attachments, also those that edits replaced, and files of assets; null without a limit.',
  })
  storage_bytes!: object | null;
  @ApiProperty(noBalance) asr_seconds!: object | null;
  @ApiProperty(noBalance) mt_characters!: object | null;
  @ApiProperty(noBalance) llm_requests!: object | null;
}

class ServiceUsageDto {
  @ApiProperty({ type: ServiceProcessingDto }) total_nlp_usage!: ServiceProcessingDto;
  @ApiProperty({
    example: 120_000,
    description: 'Total size of attachments in bytes, without deleted assets.',
  })
  total_storage_bytes!: number;
  @ApiProperty({ type: SubmissionUsageDto }) total_submission_count!: SubmissionUsageDto;
  @ApiProperty({ type: BalancesDto }) balances!: BalancesDto;
  @ApiProperty({ example: '2026-11-01T00:00:00+00:00' }) current_period_start!: string;
  @ApiProperty({ example: '2026-12-01T00:00:00+00:00' }) current_period_end!: string;
  @ApiProperty({ example: '2026-11-22T05:00:00.000000+00:00' }) last_updated!: string;
}

@ApiTags('Usage')
@Controller('api/v2')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  @Endpoint('GET asset_usage', {
    summary: 'List usage by asset',
    description: "Submission counts and file sizes of the caller's own assets, oldest first.",
  })
  @SignedIn()
  @Priority('low')
  async listAssetUsage(
    @CurrentActor() actor: UserActor,
    @PaginatedList(AssetUsageDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const found = await this.usage.listByAsset(actor, page.window);
    return presentPage(page, found, (usage) => presentAssetUsage(links, usage));
  }

  @Endpoint('GET service_usage', {
    summary: 'Get total usage',
    description: "Submission counts and file sizes of all of the caller's own assets.",
    returns: ServiceUsageDto,
  })
  @SignedIn()
  @Priority('low')
  async getServiceUsage(@CurrentActor() actor: UserActor) {
    return presentServiceUsage(await this.usage.total(actor));
  }
}

const NOT_FOUND = { description: "The organization is not the caller's own." };

@ApiTags('Organizations')
@Controller('api/v2/organizations/:organization')
export class OrganizationUsageController {
  constructor(private readonly usage: UsageService) {}

  @Endpoint('GET asset_usage', {
    summary: 'List usage of an organization by asset',
    description: 'Submission counts and file sizes of the assets of its owner, oldest first.',
  })
  @SignedIn()
  @Priority('low')
  @ApiNotFoundResponse(NOT_FOUND)
  async listOrganizationAssetUsage(
    @CurrentActor() actor: UserActor,
    @Param('organization') organization: string,
    @PaginatedList(OrganizationAssetUsageDto) page: PageRequest,
    @ResponseLinks() links: Links,
  ) {
    const found = await this.usage.listByAssetOf(actor, organization, page.window);
    return presentPage(page, found, (usage) => presentOrganizationAssetUsage(links, usage));
  }

  @Endpoint('GET service_usage', {
    summary: 'Get total usage of an organization',
    description: 'Submission counts and file sizes of all assets of its owner.',
    returns: ServiceUsageDto,
  })
  @SignedIn()
  @Priority('low')
  @ApiNotFoundResponse(NOT_FOUND)
  async getOrganizationUsage(@CurrentActor() actor: UserActor, @Param('organization') organization: string) {
    return presentServiceUsage(await this.usage.totalOf(actor, organization));
  }
}

@ApiTags('Users')
@Controller('api/v2/users/:username/service_usage')
export class UserUsageController {
  constructor(private readonly usage: UsageService) {}

  @Endpoint('GET', {
    summary: 'Get total usage of a user',
    description: 'Submission counts and file sizes of all assets of the user. For superusers.',
    returns: ServiceUsageDto,
    fails: { 404: 'The user does not exist.' },
  })
  @SuperuserOnly()
  @Priority('low')
  async getUserUsage(@Param('username') username: string) {
    return presentServiceUsage(await this.usage.totalOfUser(username));
  }
}
