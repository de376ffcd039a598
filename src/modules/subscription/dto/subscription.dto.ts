import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';
import { LinkTo } from '../../../http/validation/link-to';

const COLLECTION = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/';

export class CreateSubscriptionDto {
  @LinkTo('assets')
  @ApiProperty({ example: COLLECTION, description: 'URL of a discoverable collection.' })
  asset!: string;
}

export class SubscriptionFilterDto {
  @OptionalText()
  @ApiPropertyOptional({
    example: 'aSAvYreNzVEkrWg5Gdcvg2',
    description: 'Uid of a collection to filter by.',
  })
  asset__uid?: string;
}

export class SubscriptionDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/asset_subscriptions/bWvkKzNE8xCtfApJvabfjG/' })
  url!: string;
  @ApiProperty({ example: COLLECTION }) asset!: string;
  @ApiProperty({ example: 'bWvkKzNE8xCtfApJvabfjG' }) uid!: string;
}
