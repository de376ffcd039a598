import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';
import { LinkTo } from '../../../http/validation/link-to';

const COLLECTION = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/';

export class CreateSubscriptionDto {
  @LinkTo('assets')
  @ApiProperty({ example: COLLECTION, description: 'A collection that everybody may discover.' })
  asset!: string;
}

export class SubscriptionFilterDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'aSAvYreNzVEkrWg5Gdcvg2', description: 'Only to this collection.' })
  asset__uid?: string;
}

export class SubscriptionDto {
  @ApiProperty({ example: 'https://survey.example.org/api/v2/asset_subscriptions/bWvkKzNE8xCtfApJvabfjG/' })
  url!: string;

  @ApiProperty({ example: COLLECTION })
  asset!: string;

  @ApiProperty({ example: 'bWvkKzNE8xCtfApJvabfjG' })
  uid!: string;
}
