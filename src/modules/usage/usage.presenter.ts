import { wireDate, wireSeconds } from '../../domain/text/wire-date';
import type { Links } from '../../http/url/links';
import { deploymentStatus } from '../../domain/asset/deployment-status';
import type { AssetUsage, ServiceUsage } from './usage.service';

/** Transcription and translation are not supported; clients expect the keys. */
const NO_PROCESSING = { total_nlp_asr_seconds: 0, total_nlp_mt_characters: 0, total_nlp_llm_requests: 0 };

export function presentAssetUsage(links: Links, usage: AssetUsage) {
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

export function presentOrganizationAssetUsage(links: Links, usage: AssetUsage) {
  return { ...presentAssetUsage(links, usage), deployment_status: deploymentStatus(usage) };
}

/** Balances are null, since nothing is limited. */
export function presentServiceUsage({ storageBytes, currentPeriod, allTime, period, at }: ServiceUsage) {
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
      submission: null,
      storage_bytes: null,
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
