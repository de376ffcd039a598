import { ApiProperty } from '@nestjs/swagger';

class AssetProcessingDto {
  @ApiProperty({ example: 0 }) total_nlp_asr_seconds!: number;
  @ApiProperty({ example: 0 }) total_nlp_mt_characters!: number;
  @ApiProperty({ example: 0 }) total_nlp_llm_requests!: number;
}

export class AssetUsageDto {
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

export class OrganizationAssetUsageDto extends AssetUsageDto {
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
  additionalProperties: true,
  nullable: true,
  description: 'Always null: usage is not limited.',
} as const;

class BalancesDto {
  @ApiProperty(balance) submission!: object | null;
  @ApiProperty(balance) storage_bytes!: object | null;
  @ApiProperty(balance) asr_seconds!: object | null;
  @ApiProperty(balance) mt_characters!: object | null;
  @ApiProperty(balance) llm_requests!: object | null;
}

export class ServiceUsageDto {
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
