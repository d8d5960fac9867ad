import { escapeHtml } from '../kernel/formats/markup.ts';
import type { EmbedDocument } from './embed-document.ts';

const video = /\.(?:mp4|m4v|webm|ogv)$/i;
const audio = /\.(?:mp3|m4a|ogg|flac|wav)$/i;

/** A player for the address of a media file; undefined for any other address. Nothing is requested. */
export function embedMedia(url: string): EmbedDocument | undefined {
  const [path = ''] = url.split(/[?#]/);
  const source = escapeHtml(url);
  const link = `<a href="${source}">${source}</a>`;
  if (video.test(path)) return player(`<video controls preload="none" src="${source}">${link}</video>`);
  if (audio.test(path)) return player(`<audio controls preload="none" src="${source}">${link}</audio>`);
  return undefined;
}

const player = (html: string): EmbedDocument => ({ provider_name: 'Embed Handler', html, scripts: [] });
