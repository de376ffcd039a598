import { ApiProperty } from '@nestjs/swagger';

/** Where a submission is shown. */
export class WebFormDto {
  @ApiProperty({
    example:
      'https://enketo.example.org/edit/i/9vYdBaCk?instance_id=3f15cdfe-3eab-4678-8352-7806febf158d&return_url=false',
    description: 'It is for one browser, and not for long.',
  })
  url!: string;
  @ApiProperty({ example: 'vWvkKzNE8xCtfApJvabfjG', description: 'The version that is deployed.' })
  version_uid!: string;
}
