import { useQueryClient } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { beginExport, exportProgress } from '../data/exports.ts';
import { pause } from '../data/pause.ts';
import type { ReportDeclaration } from '../data/reports.ts';
import { saveFile } from '../data/save-file.ts';
import { buttonClass, ToolButton } from '../kit/button.tsx';
import { Menu } from '../kit/menu.tsx';
import { showToast } from '../kit/toast.tsx';
import type { Looking } from '../looks/look-tools.tsx';
import { endsOf, filterParameters, listQuestion } from '../looks/questions.ts';
import { useShortcuts } from '../shell/shortcuts.ts';
import { faultText } from '../shell/sign-in-form.tsx';
import { useFormats, useWords } from '../words/words.tsx';
import { asCsv, type ShownTable } from './shown-table.ts';

interface ExportMenuProps {
  readonly report: ReportDeclaration;
  readonly looking: Looking;
  /** The table as it is on the screen. */
  readonly shown: RefObject<ShownTable | undefined>;
}

/** Writes the report into a file, as a job whose progress is shown; prints the screen. */
export function ExportMenu({ report, looking, shown }: ExportMenuProps) {
  const words = useWords();
  const make = useExport(report, looking);
  useShortcuts({ e: () => void make(false) });
  const print = { id: 'print', label: words.report.print, icon: 'print' as const, onChoose: () => window.print() };
  const page = {
    id: 'page',
    label: words.report.export.thisPage,
    icon: 'download' as const,
    onChoose: () => shown.current && saveFile(`${report.slug}-${looking.look.page}.csv`, asCsv(shown.current)),
  };
  const files = [
    { id: 'file', label: words.report.export.allRows, icon: 'download' as const, onChoose: () => void make(false) },
    page,
    { id: 'mail', label: words.report.export.byMail, icon: 'mail' as const, onChoose: () => void make(true) },
  ];
  return (
    <Menu
      groups={report.export === null ? [{ items: [page] }, { items: [print] }] : [{ items: files }, { items: [print] }]}
      label={words.report.export.label}
      trigger={(props) => (
        <ToolButton {...props} icon="export">
          {words.report.export.label}
        </ToolButton>
      )}
    />
  );
}

/** What the file is asked for: the question of the list, or of the intervals, without its page. */
export function exportQuestion(report: ReportDeclaration, { look, span }: Pick<Looking, 'look' | 'span'>): object {
  const list = listQuestion(report, look, span);
  if (!list) return { ...filterParameters(report, look, 'stats'), ...endsOf(span.range), interval: span.interval };
  const { report: _path, page: _page, per_page: _size, ...question } = list;
  return question;
}

function useExport(report: ReportDeclaration, looking: Looking) {
  const words = useWords();
  const formats = useFormats();
  const queries = useQueryClient();
  const text = words.report.export;
  return async (byMail: boolean): Promise<void> => {
    const type = report.export;
    if (type === null) return;
    const toast = { id: `export-${type}`, stays: true };
    showToast({ ...toast, text: byMail ? text.mailed : text.started, ...(!byMail && { progress: [0, 100] as const }) });
    try {
      const id = await beginExport(type, exportQuestion(report, looking), byMail);
      if (id === undefined) return showToast({ id: toast.id, text: text.nothing });
      void queries.invalidateQueries({ queryKey: ['jobs'] });
      if (byMail) return;
      for (let progress = await exportProgress(type, id); ; progress = await exportProgress(type, id)) {
        if (progress.url !== undefined) {
          showToast({ ...toast, text: text.ready, action: <DownloadLink url={progress.url} /> });
          return;
        }
        showToast({
          ...toast,
          text: `${text.started} ${formats.percent(progress.percent / 100)}`,
          progress: [progress.percent, 100],
        });
        await pause(800);
      }
    } catch (error) {
      showToast({ ...toast, kind: 'bad', text: `${text.failed} ${faultText(error, words)}` });
    }
  };
}

function DownloadLink({ url }: { readonly url: string }) {
  const words = useWords();
  return (
    <a className={buttonClass} data-kind="main" download href={url}>
      {words.report.export.download}
    </a>
  );
}
