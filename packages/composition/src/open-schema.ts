import { type BackroomDatabase, openDatabase } from '@backroom/adapters-persistence';
import type { Settings } from './settings/settings.ts';

/** Opens only the database, for migrations: keys are neither needed nor generated. */
export const openSchema = ({ database }: Settings): Promise<BackroomDatabase> => openDatabase(database);
