import { Column, PrimaryGeneratedColumn } from 'typeorm';

export abstract class UidEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  uid!: string;
}
