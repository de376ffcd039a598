import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { OptionalLine, ReadBy, RequiredLine } from '../../../http/validation/field';
import { LinkTo } from '../../../http/validation/link-to';
import { OptionalTexts } from '../../../http/validation/lists';
import type { PairingChangeInput, PairingInput } from '../pairing.service';

const SOURCE = 'https://survey.example.org/api/v2/assets/aSAvYreNzVEkrWg5Gdcvg2/';
const FIELDS = {
  type: [String] as [StringConstructor],
  example: ['group/question'],
  description: 'Questions of the source, by their paths; none are all that it shares.',
};
const FILENAME = {
  example: 'cities.xml',
  description: 'Under which the form knows them; `.xml` may be left out.',
};

export class CreatePairingDto {
  @LinkTo('assets')
  @ApiProperty({ example: SOURCE, description: 'The asset whose answers are read.' })
  source!: string;

  @OptionalTexts()
  @ApiPropertyOptional(FIELDS)
  fields?: string[];

  @RequiredLine()
  @ApiProperty(FILENAME)
  filename!: string;

  toInput(): PairingInput {
    return { source: this.source, fields: this.fields ?? [], filename: this.filename };
  }
}

export class ChangePairingDto {
  @ReadBy((sent) => sent)
  @ApiPropertyOptional({ description: 'For refusal alone: another source is another pairing.' })
  source?: unknown;

  @OptionalTexts()
  @ApiPropertyOptional(FIELDS)
  fields?: string[];

  @OptionalLine()
  @ApiPropertyOptional(FILENAME)
  filename?: string;

  toInput(): PairingChangeInput {
    return { fields: this.fields, filename: this.filename, namesSource: this.source !== undefined };
  }
}

export class PairingDto {
  @ApiProperty({ type: String, nullable: true, example: SOURCE, description: 'Null once it is gone.' })
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
