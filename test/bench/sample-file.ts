import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { planSample, sampleLines } from '@backroom/core/sample';

// A process of its own, so that neither its memory nor its time is that of an import: writes a sample into a file.
// Arguments: the file, how many orders.
const [file = '', orders = '1000'] = process.argv.slice(2);

function* lines() {
  for (const line of sampleLines(planSample({ orders: Number(orders), years: 3, seed: 1, until: '2026-01-01' })))
    yield `${line}\n`;
}
await pipeline(Readable.from(lines()), createWriteStream(file));
