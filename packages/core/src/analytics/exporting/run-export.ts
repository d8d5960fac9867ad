import { FILE_LIFETIME } from '../../files/index.ts';
import type { JobKind, JobOf, JobStep, JsonObject } from '../../jobs/index.ts';
import { submitMail } from '../../notifications/index.ts';
import { downloadUrl } from './address.ts';
import { type ExportInput, type ExportPlace, type ExportResult, exportIdOf, fileNameOf } from './export-input.ts';
import { formatCsv } from './format-csv.ts';
import { readKeys, writeKeys } from './key-file.ts';
import type { ExportPorts } from './ports.ts';
import { readyMail } from './ready-mail.ts';
import type { ExportPart, ExportSource } from './source.ts';
import { exportSources } from './sources.ts';

type ExportJob = JobOf<ExportInput & JsonObject, ExportPlace>;
type ExportStep = JobStep<ExportPlace>;

/** Rows per page, read by one query. */
const ROWS = 1_000;
/** Pages per job step; the next page is read while one is formatted. */
const PAGES = 10;
/** Maximum intervals sorted by a measure. */
const MOST_INTERVALS = 100_000;

/**
 * Exports a report to a file, page by page. The keys and order of all rows are read once and stored; each page is a
 * separate query. A run that replaces a lost one continues after the last complete page, in its own copy of the file.
 */
export const runExport: JobKind<ExportPorts, ExportInput & JsonObject, ExportPlace> = {
  name: 'export',
  priority: 10,
  attempts: 8,
  backoff: 2,
  inUnit: false,
  isOwn: true,
  shows: ['type', 'question', 'email', 'dateRange'],
  links:
    ({ signatures, clock }) =>
    ({ id, input, result }) => {
      const { until } = (result ?? {}) as Partial<ExportResult>;
      const end = until === undefined ? undefined : new Date(until);
      return end && end > clock.now() ? { file: downloadUrl(signatures, { id, input }, end) } : {};
    },
  step: (ports) => async (job) => {
    const source: ExportSource = exportSources[job.input.type];
    if (job.place === null) return begin(ports, job, source);
    const place = await ownPart(ports, job, job.place);
    const first = await nextPart(ports, { ...job, place }, source);
    return first ? writePages(ports, { ...job, place }, { source, first }) : finish(ports, job, { place, source });
  },
  ended:
    ({ files }) =>
    async ({ place }) => {
      if (!place) return;
      await files.remove(place.part);
      if (place.keys !== null) await files.remove(place.keys);
    },
};

/** Stores the row keys and writes the header line. */
async function begin(ports: ExportPorts, { id, run, input }: ExportJob, source: ExportSource): Promise<ExportStep> {
  const name = `export-${exportIdOf(id)}-${run}`;
  const part = `${name}.part`;
  const keys = source.keys ? `${name}.keys` : null;
  const rows = await source.keys?.(ports, input.question);
  if (rows && keys !== null) await writeKeys(ports.files, keys, rows);
  const size = await ports.files.write(part, 0, await formatCsv(ports, source, undefined));
  const total = rows ? rows.count : await source.count(ports, input.question);
  return { place: { run, part, keys, at: 0, size }, done: 0, total };
}

/** A previous run may still be writing, so each run writes to its own file. */
async function ownPart({ files }: ExportPorts, { id, run }: ExportJob, place: ExportPlace): Promise<ExportPlace> {
  if (place.run === run || place.isMailed) return place;
  const part = `export-${exportIdOf(id)}-${run}.part`;
  // If the file already has its final name, only the end of the job is missing.
  if (await files.look(place.part)) await files.copy(place.part, part, place.size);
  return { ...place, run, part };
}

interface ExportWriting {
  readonly source: ExportSource;
  readonly first: NextPart;
}

async function writePages(
  ports: ExportPorts,
  job: ExportJob & PlacedExport,
  { source, first }: ExportWriting,
): Promise<ExportStep> {
  const ask = (part: NextPart) => source.rows(ports, job.input.question, part.rows);
  let { place, done } = job;
  let part: NextPart | undefined = first;
  let rows = ask(first);
  for (let page = 1; part; page += 1) {
    const found = await rows;
    place = { ...place, at: part.at };
    done += part.count;
    part = page < PAGES ? await nextPart(ports, { ...job, place, done }, source) : undefined;
    if (part) rows = ask(part);
    // A rejection is handled at the `await`.
    rows.catch(() => {});
    place = { ...place, size: await ports.files.write(place.part, place.size, await formatCsv(ports, source, found)) };
  }
  return { place, done };
}

interface PlacedExport {
  readonly place: ExportPlace;
}

interface NextPart {
  readonly rows: ExportPart;
  readonly count: number;
  readonly at: number;
}

async function nextPart(
  { files }: ExportPorts,
  { place, input, done, total }: ExportJob & PlacedExport,
  source: ExportSource,
): Promise<NextPart | undefined> {
  const { at } = place;
  if (place.keys !== null) {
    const { keys, end } = await readKeys(files, place.keys, { from: at, most: ROWS });
    return keys.length === 0 ? undefined : { rows: { keys }, count: keys.length, at: end };
  }
  const left = (total ?? 0) - done;
  const perPage = source.isWhole?.(input.question) ? MOST_INTERVALS : ROWS;
  return left <= 0 ? undefined : { rows: { page: at + 1, perPage }, count: Math.min(left, perPage), at: at + 1 };
}

interface Finished {
  readonly place: ExportPlace;
  readonly source: ExportSource;
}

/** Renames the file to its final name; the mail is submitted in the unit of work that records it. */
async function finish(ports: ExportPorts, job: ExportJob, { place, source }: Finished): Promise<ExportStep> {
  const { files, clock } = ports;
  const name = fileNameOf(job.input.type, job.id);
  const file = `${name}.csv`;
  if (await files.look(place.part)) await files.rename(place.part, file);
  const { writtenAt } = (await files.look(file)) ?? { writtenAt: clock.now() };
  const until = new Date(writtenAt.getTime() + FILE_LIFETIME);
  const ended: ExportPlace = { ...place, isMailed: true };
  if (!place.isMailed) await mailOnce(ports, job, { place: ended, source, until });
  const result: ExportResult = { file: name, until: until.toISOString() };
  return { place: ended, done: job.total ?? job.done, isFinished: true, result };
}

interface Mailing extends Finished {
  readonly until: Date;
}

async function mailOnce(ports: ExportPorts, job: ExportJob, { place, source, until }: Mailing): Promise<void> {
  const { id, run, userId, input } = job;
  if (!input.email || userId === null) return;
  const { siteName } = await ports.shopSettings.read();
  const url = downloadUrl(ports.signatures, job, until);
  const site = siteName ?? ports.settings.siteName;
  await ports.unitOfWork.run(async () => {
    const kept = await ports.jobs.change({ id, run, states: ['running'] }, { place });
    if (!kept) throw new Error('Another worker holds the lease of this export.');
    await submitMail(ports, readyMail({ userId, site, title: source.title, url, until }));
  });
}
