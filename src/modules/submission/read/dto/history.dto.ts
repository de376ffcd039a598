import { ApiProperty } from '@nestjs/swagger';

class DroppedFileDto {
  @ApiProperty({ example: 'attWNZNwhXK6HDYVkZJSn9jy' }) uid!: string;
  @ApiProperty({ example: 'asha.jpg' }) media_file_basename!: string;
  @ApiProperty({ example: 'image/jpeg' }) mimetype!: string;
  @ApiProperty({
    example:
      'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/data/1234/attachments/attWNZNwhXK6HDYVkZJSn9jy/',
  })
  download_url!: string;
}

export class PastSubmissionDto {
  @ApiProperty({ example: '3f15cdfe-3eab-4678-8352-7806febf158d' }) _uuid!: string;
  @ApiProperty({ example: 'uuid:3f15cdfe-3eab-4678-8352-7806febf158d' }) 'meta/instanceID'!: string;
  @ApiProperty({ type: String, nullable: true, example: 'vWvkKzNE8xCtfApJvabfjG' }) version!: string | null;
  @ApiProperty({ example: '2026-03-02T10:00:00.123000Z' }) date_replaced!: string;
  @ApiProperty({ type: String, nullable: true, example: 'ann' }) replaced_by!: string | null;
  @ApiProperty({ type: [DroppedFileDto], description: 'Attachments that the edit dropped.' })
  _attachments!: DroppedFileDto[];
  @ApiProperty({ example: '<?xml version="1.0"?><data id="aSAv"/>', description: 'XML as submitted.' })
  xml!: string;
}
