import type { Schema } from '../../kernel/schema.ts';
import { json } from '../published/members.ts';

/** Response to the start of an export; without an id if there is nothing to export. */
export const exportBegun: Schema = {
  name: 'ReportExport',
  type: 'object',
  properties: {
    message: json.text,
    export_id: { ...json.text, ...json.notAlways },
    _links: { ...json.links, ...json.notAlways },
  },
};

/** Progress of an export; has the URL at 100 percent, and the message if the export failed. */
export const exportProgress: Schema = {
  name: 'ReportExportProgress',
  type: 'object',
  properties: {
    percent_complete: json.integer,
    download_url: { ...json.text, ...json.notAlways },
    message: { ...json.text, ...json.notAlways },
    _links: json.links,
  },
};

export const reportName: Schema = {
  name: 'Report',
  type: 'object',
  properties: { slug: json.text, description: json.text, path: json.text, _links: json.links },
};

export const indicatorEntry: Schema = {
  name: 'Indicator',
  type: 'object',
  properties: {
    ...json.texts('stat', 'chart', 'label'),
    format: { ...json.text, ...json.notAlways },
    value: { ...json.number, ...json.notAlways },
    _links: json.links,
  },
};

export const boardEntry: Schema = {
  name: 'Leaderboard',
  type: 'object',
  properties: {
    ...json.texts('id', 'label'),
    headers: { type: 'array', items: { name: 'LeaderboardHeader', type: 'object', properties: { label: json.text } } },
    rows: { type: 'array', items: { type: 'array', items: { type: 'object' } }, ...json.notAlways },
  },
};
