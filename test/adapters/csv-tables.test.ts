import { CsvTables } from '@backroom/adapters-node';
import { tablesContract } from '../contracts/tables.contract.ts';

tablesContract('CsvTables', () => new CsvTables());
