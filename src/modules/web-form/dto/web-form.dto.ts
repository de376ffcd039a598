import { ApiProperty } from '@nestjs/swagger';

export class WebFormDto {
  @ApiProperty({
    example:
      'https://enketo.example.org/edit/i/9vYdBaCk?instance_id=3f15cdfe-3eab-4678-8352-7806febf158d&return_url=false',
    description: 'URL of the web form, short-lived and for a single browser.',
  })
  url!: string;
  @ApiProperty({ example: 'vWvkKzNE8xCtfApJvabfjG', description: 'Uid of the deployed version.' })
  version_uid!: string;
}
