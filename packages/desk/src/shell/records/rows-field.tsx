import { useState } from 'react';
import { Checkbox, SelectField, TextArea, TextField } from '../../kit/field.tsx';
import { type Faults, faultBelow, isBelow } from './faults.ts';
import { type KnownValue, offeredWith, type PartRow } from './field-row.ts';
import { Row, RowsFrame, type RowsLook } from './rows-frame.tsx';

type Members = Readonly<Record<string, unknown>>;

interface RowsFieldProps extends RowsLook {
  readonly members: readonly PartRow[];
  readonly opened: readonly Members[];
  readonly faults: Faults;
}

/** A field for a list of records, which are added, changed and removed in their place. */
export function RowsField({ members, opened, faults, ...look }: RowsFieldProps) {
  const { path, label } = look;
  const [{ rows, next }, setState] = useState(() => ({
    rows: opened.map((record, key) => ({ key, record })),
    next: opened.length,
  }));
  const change = (key: number, part: Members) =>
    setState({ next, rows: rows.map((row) => (row.key === key ? { key, record: { ...row.record, ...part } } : row)) });
  const append = () => {
    const record = Object.fromEntries(members.map(({ name, initial }) => [name, initial()]));
    setState({ next: next + 1, rows: [...rows, { key: next, record }] });
  };
  const shown = rows.flatMap((_, at) =>
    members.filter(({ kind }) => kind !== 'key').map(({ name }) => `${path}.${at}.${name}`),
  );
  const rest = [...faults].filter(([each]) => !shown.some((below) => isBelow(each, below)));
  return (
    <RowsFrame
      {...look}
      fault={faultBelow(new Map(rest), path)}
      onAdd={append}
      value={rows.map(({ record }) => record)}
    >
      {rows.map(({ key, record }, at) => (
        <Row
          key={key}
          label={`${label} ${at + 1}`}
          onRemove={() => setState({ next, rows: rows.filter((row) => row.key !== key) })}
        >
          {members.map((member) => (
            <PartField
              fault={faultBelow(faults, `${path}.${at}.${member.name}`)}
              key={member.name}
              member={member}
              name={`${path}.${at}.${member.name}`}
              onChange={(part) => change(key, part)}
              record={record}
            />
          ))}
        </Row>
      ))}
    </RowsFrame>
  );
}

interface PartProps {
  readonly member: PartRow;
  readonly name: string;
  readonly record: Members;
  readonly onChange: (part: Members) => void;
  readonly fault: string | undefined;
}

function PartField({ member, name, record, onChange, fault }: PartProps) {
  const { label, kind, choices = [], known = () => [], maxLength } = member;
  const value = record[member.name];
  switch (kind) {
    case 'key':
      return null;
    case 'flag':
      return (
        <Checkbox
          checked={value === true}
          label={label}
          name={name}
          onChange={({ target }) => onChange({ [member.name]: target.checked })}
        />
      );
    case 'choice':
      return (
        <SelectField
          fault={fault}
          label={label}
          name={name}
          onChange={({ target }) => {
            const chosen = choices.find((each) => each.value === target.value);
            onChange({ [member.name]: Number(target.value), ...chosen?.fills });
          }}
          value={String(value)}
        >
          {offeredWith(choices, String(value)).map((each) => (
            <option key={each.value} value={each.value}>
              {each.label}
            </option>
          ))}
        </SelectField>
      );
    case 'lines':
      return (
        <TextArea
          defaultValue={(value as readonly unknown[]).map((each) => nameOf(each, known(record))).join('\n')}
          fault={fault}
          label={label}
          name={name}
          onChange={({ target }) => onChange({ [member.name]: linesIn(target.value, known(record)) })}
        />
      );
    default:
      return (
        <TextField
          fault={fault}
          label={label}
          maxLength={maxLength}
          name={name}
          onChange={({ target }) => onChange({ [member.name]: target.value })}
          value={String(value ?? '')}
        />
      );
  }
}

const nameOf = (value: unknown, known: readonly KnownValue[]): string =>
  known.find(({ id }) => id === value)?.name ?? String(value);

/** The lines of a text; those that name a known value are its id. */
const linesIn = (text: string, known: readonly KnownValue[]): readonly (string | number)[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => known.find(({ id, name }) => name === line || String(id) === line)?.id ?? line);
