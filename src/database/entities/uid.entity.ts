import { Column, PrimaryGeneratedColumn } from 'typeorm';

/** What is known to the database by a number, and to everybody else by a uid that tells nothing. */
export abstract class UidEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text')
  uid!: string;
}
