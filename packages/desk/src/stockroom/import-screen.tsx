import { useState } from 'react';
import { inventoryPath } from '../data/send.ts';
import { type ImportReport, type ItemImport, importItems } from '../data/stock.ts';
import { useWriting } from '../data/writing.ts';
import { Sheet } from '../kit/bits.tsx';
import { Actions, Button, buttonClass } from '../kit/button.tsx';
import { Checkbox, Field, SelectField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { Amounts, formClass, Screen } from '../kit/layout.tsx';
import { Table } from '../kit/table/table.tsx';
import { PageHead } from '../shell/head.tsx';
import { BackLink } from '../shell/records/back-link.tsx';
import { ErrorNotice } from '../shell/records/error-notice.tsx';
import { useFormats, useWords } from '../words/words.tsx';

const modes = ['upsert', 'create', 'update'] as const;

/** Imports items from CSV: the file is checked first, and imported only where no row is refused. */
export function ImportScreen() {
  const { stockroom: words } = useWords();
  const [file, setFile] = useState<File>();
  const [mode, setMode] = useState<ItemImport['mode']>('upsert');
  const [createMissing, setCreateMissing] = useState(false);
  const [report, setReport] = useState<ImportReport>();
  const writing = useWriting({ write: importItems, topics: ['stock', 'catalog'], onDone: setReport });
  const run = (isDryRun: boolean) => file && writing.mutate({ file, mode, createMissing, isDryRun });
  const changed = () => setReport(undefined);
  const isChecked = report?.dry_run === true && report.failed === 0;
  return (
    <Screen>
      <PageHead
        back={<BackLink to="/stockroom">{words.back}</BackLink>}
        detail={words.importing.hint}
        title={words.screens.import}
      >
        <a className={buttonClass} data-kind="plain" download href={`${inventoryPath()}/items/export?format=csv`}>
          <Icon name="download" />
          <span>{words.importing.export}</span>
        </a>
      </PageHead>
      <Sheet>
        <div className={formClass}>
          <Options
            onFile={(next) => {
              setFile(next);
              changed();
            }}
            onMissing={(next) => {
              setCreateMissing(next);
              changed();
            }}
            onMode={(next) => {
              setMode(next);
              changed();
            }}
            {...{ mode, createMissing }}
          />
          <ErrorNotice error={writing.error} />
          <Actions>
            <Button disabled={!file || writing.isPending} kind={isChecked ? 'plain' : 'main'} onClick={() => run(true)}>
              {words.importing.check}
            </Button>
            <Button
              disabled={!isChecked || writing.isPending}
              kind={isChecked ? 'main' : 'plain'}
              onClick={() => run(false)}
            >
              {words.importing.run(report?.total ?? 0)}
            </Button>
          </Actions>
        </div>
      </Sheet>
      {report && <Report report={report} />}
    </Screen>
  );
}

interface OptionsProps {
  readonly mode: ItemImport['mode'];
  readonly createMissing: boolean;
  readonly onFile: (file: File | undefined) => void;
  readonly onMode: (mode: ItemImport['mode']) => void;
  readonly onMissing: (createMissing: boolean) => void;
}

function Options({ mode, createMissing, onFile, onMode, onMissing }: OptionsProps) {
  const { importing: words } = useWords().stockroom;
  return (
    <>
      <Field label={words.file}>
        {(ids) => (
          <input {...ids} accept=".csv,text/csv" onChange={({ target }) => onFile(target.files?.[0])} type="file" />
        )}
      </Field>
      <SelectField
        label={words.mode}
        onChange={({ target }) => onMode(modes.find((each) => each === target.value) ?? 'upsert')}
        value={mode}
      >
        {modes.map((each) => (
          <option key={each} value={each}>
            {words.modes[each]}
          </option>
        ))}
      </SelectField>
      <Checkbox checked={createMissing} label={words.missing} onChange={({ target }) => onMissing(target.checked)} />
    </>
  );
}

function Report({ report }: { readonly report: ImportReport }) {
  const { stockroom: words } = useWords();
  const { count } = useFormats();
  const numbers = (['created', 'updated', 'unchanged', 'failed', 'operations'] as const).map(
    (name) => [words.importing[name], count(report[name])] as const,
  );
  return (
    <>
      <Sheet flush>
        <Amounts amounts={numbers} large />
      </Sheet>
      {report.errors.length > 0 && (
        <Sheet flush title={words.importing.refusedRows}>
          <Table
            caption={words.importing.failed}
            columns={[
              { name: 'row', label: words.column.row, isNumber: true, cell: ({ row }) => count(row) },
              { name: 'column', label: words.column.name, cell: ({ field }) => field },
              { name: 'problem', label: words.column.problem, cell: ({ message }) => message },
            ]}
            keyOf={({ row, field, code }) => `${row} ${field} ${code}`}
            rows={report.errors}
          />
        </Sheet>
      )}
    </>
  );
}
