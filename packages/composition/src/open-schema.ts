import { type Database, openDatabase } from '@backroom/adapters-persistence';
import type { Settings } from './settings/settings.ts';

/** Opens the database alone, to look at its schema or to change it: no keys are needed for that, and none are made. */
export const openSchema = ({ database }: Settings): Promise<Database> => openDatabase(database);
