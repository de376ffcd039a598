import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalLine, ParsedBy, RequiredLine } from '../../../http/validation/field';
import { LinkTo } from '../../../http/validation/link-to';
import { OptionalTexts } from '../../../http/validation/lists';
import type { PairedDataUpdate, PairedDataInput } from '../paired-data.service';

const SOURCE = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/';
const FIELDS = {
  type: [String] as [StringConstructor],
  example: ['group/question'],
  description: 'Paths of questions of the source. Default: all that it shares.',
};
const FILENAME = {
  example: 'cities.xml',
  description: 'File name in the form; `.xml` is optional. Letters, digits, `-` and `_`, at most 200.',
};

export class CreatePairedDataDto {
  @LinkTo('assets')
  @ApiProperty({ example: SOURCE, description: 'URL of the asset that shares its data.' })
  source!: string;

  @OptionalTexts()
  @ApiPropertyOptional(FIELDS)
  fields?: string[];

  @RequiredLine()
  @ApiProperty(FILENAME)
  filename!: string;

  toInput(): PairedDataInput {
    return { source: this.source, fields: this.fields ?? [], filename: this.filename };
  }
}

export class UpdatePairedDataDto {
  @ParsedBy((sent) => sent)
  @ApiPropertyOptional({ description: 'Not changeable: any value is rejected with 400.' })
  source?: unknown;

  @OptionalTexts()
  @ApiPropertyOptional(FIELDS)
  fields?: string[];

  @OptionalLine()
  @ApiPropertyOptional(FILENAME)
  filename?: string;

  toInput(): PairedDataUpdate {
    return { fields: this.fields, filename: this.filename, namesSource: this.source !== undefined };
  }
}

export class PairedDataDto {
  @ApiProperty({
    type: String,
    nullable: true,
    example: SOURCE,
    description: 'URL of the source; null after its deletion.',
  })
  source!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'Cities' }) source__name!: string | null;
  @ApiProperty(FIELDS) fields!: string[];
  @ApiProperty({ example: 'cities.xml' }) filename!: string;
  @ApiProperty({
    example:
      'https://survey.example.org/api/v2/assets/aBu5gZxbqFMYAQXZn2tQGh/paired-data/pdW7hgQZv9bJmQkzVqBYxRLd/',
  })
  url!: string;
}
