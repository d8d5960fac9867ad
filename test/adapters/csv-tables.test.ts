import { CsvTables } from '@backroom/adapters-node';
import { tablesContract } from '@backroom/testing';

tablesContract('CsvTables', () => new CsvTables());
