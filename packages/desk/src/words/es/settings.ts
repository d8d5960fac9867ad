/** Labels, descriptions and units of the declared settings, by their English. */
export const declaredSettings: Readonly<Record<string, string>> = {
  Currency: 'Moneda',
  'The currency of new orders and of reports. Amounts are not converted.':
    'La moneda de los pedidos nuevos y de los informes. Los importes no se convierten.',
  'Decimals of prices': 'Decimales de los precios',
  'To how many decimals amounts are rounded.': 'A cuántos decimales se redondean los importes.',
  decimals: 'decimales',
  Country: 'País',
  'Where the shop is: a country, or a country and its state, like IT:RM.':
    'Dónde está la tienda: un país, o un país y su provincia, como IT:RM.',
  'Time zone': 'Zona horaria',
  'The clock of the shop. Days of reports begin at its midnight.':
    'El reloj de la tienda. Los días de los informes empiezan a su medianoche.',
  'First day of the week': 'Primer día de la semana',
  'From 0 for Sunday to 6 for Saturday.': 'De 0, domingo, a 6, sábado.',
  'day of the week': 'día de la semana',
  'Date of an order': 'Fecha de un pedido',
  'Which moment of an order decides the day on which it is counted.':
    'Qué momento de un pedido decide el día en que se cuenta.',
  'Statuses not counted': 'Estados que no se cuentan',
  'Orders with these statuses are left out of reports.': 'Los pedidos en estos estados no entran en los informes.',
  'Count in batches': 'Contar por lotes',
  'Orders are counted every twelve hours in place of at once when they change.':
    'Los pedidos se cuentan cada doce horas, no en cuanto cambian.',
  'Prices include tax': 'Los precios incluyen impuestos',
  'Whether prices of products are entered with tax.': 'Si los precios de los productos se introducen con impuestos.',
  'Round tax at the subtotal': 'Redondear el impuesto en el subtotal',
  'Taxes are rounded once for an order, not for each line.':
    'Los impuestos se redondean una vez por pedido, no por línea.',
  'Manage stock': 'Gestionar existencias',
  'Whether products have quantities in stock.': 'Si los productos tienen cantidades en existencias.',
  'Low stock': 'Pocas existencias',
  'A product with this quantity or less is low in stock.':
    'Un producto con esta cantidad o menos tiene pocas existencias.',
  units: 'unidades',
  'Out of stock': 'Sin existencias',
  'A product with this quantity or less is out of stock.': 'Un producto con esta cantidad o menos está agotado.',
  'Name of the site': 'Nombre del sitio',
  'The name of the shop on its pages and in its mails.': 'El nombre de la tienda en sus páginas y correos.',
  'Description of the site': 'Descripción del sitio',
  'One sentence about the shop, for its pages.': 'Una frase sobre la tienda, para sus páginas.',
  'Front page': 'Portada',
  'The id of the page at the address of the site; none shows the name of the shop.':
    'El id de la página en la dirección del sitio; sin él se muestra el nombre de la tienda.',
};
