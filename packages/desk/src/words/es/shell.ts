import type { Words } from '../en.ts';

export const shell: Words['shell'] = {
  skip: 'Ir al contenido',
  screens: {
    overview: 'Resumen',
    reports: 'Informes',
    stockroom: 'Almacén',
    orders: 'Pedidos',
    products: 'Productos',
    customers: 'Clientes',
    coupons: 'Cupones',
    'tax-rates': 'Tipos de impuesto',
    jobs: 'Tareas',
    people: 'Personas',
    audit: 'Auditoría',
    directory: 'Directorio',
    settings: 'Ajustes',
    extensions: 'Extensiones',
    themes: 'Temas',
    phones: 'Teléfonos',
    mail: 'Correo enviado',
    onboarding: 'Primeros pasos',
    account: 'Mi cuenta',
  },
  groups: { start: '', reports: 'Informes', shop: 'Tienda', system: 'Sistema', mine: '' },
  main: 'Principal',
  more: 'Más',
  search: 'Buscar',
  account: (name) => `Cuenta de ${name}`,
  live: { live: 'En vivo', polling: 'Se actualiza cada 30 segundos', offline: 'Sin conexión' },
  theme: { label: 'Apariencia', system: 'Como el dispositivo', light: 'Clara', dark: 'Oscura' },
  language: 'Idioma',
  singleKeys: 'Atajos de una tecla',
  signOut: 'Cerrar sesión',
  newVersion: 'Hay una versión nueva de esta página.',
  load: 'Cargar',
  offline: 'Sin conexión. Lo que se ve puede no estar al día; los cambios se conservan hasta que vuelva la conexión.',
  notFound: { title: 'Página no encontrada', text: 'No hay nada en esta dirección.', action: 'Ir al inicio' },
  nothing: {
    title: 'Sin acceso',
    text: 'Esta cuenta no puede ver ninguna parte de la tienda. Pida un rol a un administrador.',
  },
  addressFaults: (count, parts) =>
    count === 1
      ? `Una parte de la dirección no se entendió y se omitió: ${parts}`
      : `Partes de la dirección no se entendieron y se omitieron: ${parts}`,
  leave: {
    title: '¿Salir sin guardar?',
    text: 'Los cambios de este formulario no están guardados.',
    leave: 'Salir',
    stay: 'Quedarse',
  },
};

export const signIn: Words['signIn'] = {
  title: 'Iniciar sesión',
  again: 'Iniciar sesión de nuevo',
  againText: 'La sesión terminó. No se pierde nada de lo que hay en pantalla.',
  name: 'Nombre de usuario',
  password: 'Contraseña',
  show: 'Mostrar la contraseña',
  submit: 'Entrar',
  change: 'Elegir una contraseña nueva',
  changeText: 'Hace falta una contraseña nueva para continuar.',
  current: 'Contraseña actual',
  next: 'Contraseña nueva',
  repeat: 'Contraseña nueva otra vez',
  rules: (least) => `Al menos ${least} caracteres; ni una contraseña común ni el nombre de usuario.`,
  different: 'Las dos contraseñas nuevas son distintas.',
  save: 'Guardar la contraseña',
};

export const state: Words['state'] = {
  refused: {
    title: 'No permitido',
    text: (capability) => `Hace falta el permiso «${capability}». Pídalo a un administrador.`,
  },
  failed: 'No se pudo cargar',
  unreachable: 'El servidor no responde. Se volverá a preguntar cuando haya conexión.',
  limited: (seconds) => `Demasiadas solicitudes. Nuevo intento en ${seconds}.`,
  missing: 'Este registro no existe o fue eliminado.',
  requestId: 'Solicitud',
  retry: 'Reintentar',
  loading: 'Cargando',
  saved: 'Guardado',
  copied: 'Copiado',
};

export const capability: Words['capability'] = {
  manage_store: 'gestionar la tienda',
  edit_products: 'editar productos',
  read_inventory: 'ver el inventario',
  record_operations: 'registrar movimientos',
  manage_users: 'gestionar personas',
  manage_system: 'gestionar el sistema',
  manage_settings: 'gestionar ajustes',
  manage_inventory: 'gestionar el inventario',
  read_audit_log: 'leer la auditoría',
  manage_directory: 'gestionar el directorio',
  manage_extensions: 'gestionar extensiones',
  read_mail_log: 'leer el correo enviado',
};

export const action: Words['action'] = {
  close: 'Cerrar',
  cancel: 'Cancelar',
  apply: 'Aplicar',
  clear: 'Vaciar',
  copy: 'Copiar',
  remove: (what) => `Quitar ${what}`,
  previous: 'Anterior',
  next: 'Siguiente',
  done: 'Listo',
  save: 'Guardar',
  reset: 'Restablecer',
  menu: 'Menú',
};

export const keys: Words['keys'] = {
  title: 'Atajos de teclado',
  palette: 'Buscar y órdenes',
  help: 'Estos atajos',
  go: (screen) => `Ir a ${screen}`,
  periods: 'Hoy; semana, mes, trimestre y año hasta hoy',
  lastDays: 'Últimos 30 días',
  compare: 'Cambiar la comparación',
  filter: 'Añadir un filtro',
  export: 'Exportar',
  rows: 'Fila siguiente y anterior; abrirla',
  pages: 'Página anterior y siguiente',
  chart: 'Moverse por el gráfico; con Mayús se selecciona',
};

export const palette: Words['palette'] = {
  label: 'Buscar pantallas, registros y acciones',
  empty: 'No se encontró nada',
  screens: 'Pantallas',
  actions: 'Acciones',
  orders: 'Pedidos',
  customers: 'Clientes',
  products: 'Productos',
  items: 'Artículos',
  order: (number) => `Pedido ${number}`,
};
