import { Column, PrimaryGeneratedColumn } from 'typeorm';

export abstract class IdEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;
}

export abstract class UidEntity extends IdEntity {
  @Column('text')
  uid!: string;
}
