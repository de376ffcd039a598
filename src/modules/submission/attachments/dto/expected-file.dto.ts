import { ApiProperty } from '@nestjs/swagger';

const STATES = ['received', 'missing', 'removed'] as const;

export class ExpectedFileDto {
  @ApiProperty({ example: 'household/member[1]/photo' }) question_xpath!: string;
  @ApiProperty({ example: 'asha.jpg', description: 'File name in the answer.' }) media_file_basename!: string;
  @ApiProperty({
    enum: STATES,
    description: '`missing`: not received yet. `removed`: received, then deleted.',
  })
  state!: (typeof STATES)[number];
  @ApiProperty({ type: String, nullable: true, example: 'attWNZNwhXK6HDYVkZJSn9jy' }) uid!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null if missing or removed.',
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/data/1234/attachments/attWNZNwhXK6HDYVkZJSn9jy/',
  })
  download_url!: string | null;
}
