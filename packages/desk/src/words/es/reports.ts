import type { Words } from '../en.ts';
import type { Plural } from '../intl.ts';
import { declared } from './declared.ts';
import { declaredMeanings } from './meanings.ts';
import { declaredSettings } from './settings.ts';

export const reports: Words['reports'] = {
  preset: {
    today: 'Hoy',
    yesterday: 'Ayer',
    '7d': 'Últimos 7 días',
    '30d': 'Últimos 30 días',
    '90d': 'Últimos 90 días',
    week: 'Semana hasta hoy',
    month: 'Mes hasta hoy',
    quarter: 'Trimestre hasta hoy',
    year: 'Año hasta hoy',
    'last-month': 'Mes pasado',
    'last-quarter': 'Trimestre pasado',
    '12m': 'Últimos 12 meses',
    all: 'Todo el tiempo',
  },
  comparison: { previous: 'Período anterior', year: 'Año anterior', none: 'Sin comparación' },
  interval: { hour: 'Hora', day: 'Día', week: 'Semana', month: 'Mes', quarter: 'Trimestre', year: 'Año' },
  by: {
    hour: 'por hora',
    day: 'por día',
    week: 'por semana',
    month: 'por mes',
    quarter: 'por trimestre',
    year: 'por año',
  },
  period: 'Período',
  customPeriod: 'Período propio',
  from: 'Desde',
  to: 'Hasta',
  compare: 'Comparar con',
  comparedWith: (range) => `Comparado con ${range}`,
  soFar: 'hasta ahora',
  isNew: 'nuevo',
  noChange: 'sin cambios',
  all: 'Todo',
  chart: {
    label: (measure, range) => `${measure}, ${range}`,
    help: 'Las flechas mueven entre los puntos, Inicio y Fin a los extremos, Intro abre las acciones de un punto.',
    actions: (name) => `Acciones para ${name}`,
    zoom: (bucket) => `Ampliar ${bucket}`,
    showOrders: 'Ver estos pedidos',
  },
  columns: 'Columnas',
  empty: {
    text: 'No se contó nada en este período.',
    action: 'Ver los últimos 12 meses',
  },
  declared: { ...declaredMeanings, ...declaredSettings, ...declared },
};

export const overviewIn = (plural: Plural): Words['overview'] => ({
  attention: {
    label: 'Requiere atención',
    lines: {
      ledger_differs: (count) => plural(count, { one: '# saldo no cuadra', other: '# saldos no cuadran' }),
      rebuild_under_way: () => 'Los informes se están recalculando',
      jobs_failed: (count) => plural(count, { one: '# tarea fallida', other: '# tareas fallidas' }),
      extensions_failed: (count) => plural(count, { one: '# extensión fallida', other: '# extensiones fallidas' }),
      mails_failed: (count) => plural(count, { one: '# correo fallido', other: '# correos fallidos' }),
      orders_on_hold: (count) => plural(count, { one: '# pedido en espera', other: '# pedidos en espera' }),
      products_out_of_stock: (count) =>
        plural(count, { one: '# producto sin existencias', other: '# productos sin existencias' }),
      products_low_stock: (count) =>
        plural(count, { one: '# producto con pocas existencias', other: '# productos con pocas existencias' }),
      items_out_of_stock: (count) =>
        plural(count, { one: '# artículo sin existencias', other: '# artículos sin existencias' }),
      items_low_stock: (count) =>
        plural(count, { one: '# artículo con pocas existencias', other: '# artículos con pocas existencias' }),
    },
  },
  tiles: 'Cifras clave',
  chooseTiles: 'Elegir cifras',
  boards: {
    products: 'Productos destacados',
    categories: 'Categorías destacadas',
    customers: 'Mejores clientes',
    coupons: 'Cupones',
  },
  times: (count) => `${count}×`,
});
