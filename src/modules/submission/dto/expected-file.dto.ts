import { ApiProperty } from '@nestjs/swagger';

const STATES = ['received', 'missing', 'removed'] as const;

/** A file that an answer of a submission names. */
export class ExpectedFileDto {
  @ApiProperty({ example: 'household/member[1]/photo' }) question_xpath!: string;
  @ApiProperty({ example: 'asha.jpg', description: 'As the answer has it.' }) media_file_basename!: string;
  @ApiProperty({
    enum: STATES,
    description: '`missing`: it has not come (yet). `removed`: it came, and was removed since.',
  })
  state!: (typeof STATES)[number];
  @ApiProperty({ type: String, nullable: true, example: 'attWNZNwhXK6HDYVkZJSn9jy' }) uid!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Null of what is not there.',
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/data/1234/attachments/attWNZNwhXK6HDYVkZJSn9jy/',
  })
  download_url!: string | null;
}
