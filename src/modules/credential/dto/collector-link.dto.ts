import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalText } from '../../../http/validation/field';

export class CreateCollectorLinkDto {
  @OptionalText()
  @ApiPropertyOptional({ example: 'Volunteers in March', description: 'Purpose of the link.' })
  name?: string;

  toInput(): string {
    return this.name ?? '';
  }
}

export class CollectorLinkDto {
  @ApiProperty({
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/collector-links/clBMZxx9tVfepvTRp3e9TwjZ/',
  })
  url!: string;

  @ApiProperty({ example: 'clBMZxx9tVfepvTRp3e9TwjZ' }) uid!: string;
  @ApiProperty({ example: 'Volunteers in March' }) name!: string;
  @ApiProperty({ type: String, nullable: true, example: 'ann' }) created_by!: string | null;
  @ApiProperty({ example: '2026-03-01T08:00:00.123000Z' }) date_created!: string;
}

export class CreatedCollectorLinkDto extends CollectorLinkDto {
  @ApiProperty({
    example: `https://survey.example.org/collector/${'a'.repeat(40)}`,
    description:
      'Server URL for collector apps; with a slash at its end the web form. Only in this response.',
  })
  link!: string;

  @ApiProperty({
    example: `https://survey.example.org/web-forms/offline/collector/${'a'.repeat(40)}/`,
    description: 'The web form that works without a network; only in this response.',
  })
  offline_url!: string;
}
