/** Meanings of the numbers of the declared reports, by their English. */
export const declaredMeanings: Readonly<Record<string, string>> = {
  'What came in for goods and fees: after discounts, without tax and shipping, less what was given back.':
    'Lo que entró por mercancías y recargos: después de descuentos, sin impuestos ni envío, menos lo devuelto.',
  'How many orders. Refunds are not counted.': 'Número de pedidos. Los reembolsos no se cuentan.',
  'What an order was worth: without tax and shipping. Refunds do not lower it.':
    'Lo que valió un pedido: sin impuestos ni envío. Los reembolsos no lo reducen.',
  'How many items an order has. Refunds do not lower it.':
    'Cuántos artículos tiene un pedido. Los reembolsos no lo reducen.',
  'How many items were sold, less those that came back.': 'Cuántos artículos se vendieron, menos los devueltos.',
  'What coupons took off, without tax. Refunds do not lower it.':
    'Lo que descontaron los cupones, sin impuestos. Los reembolsos no lo reducen.',
  'How many different coupons were used.': 'Cuántos cupones distintos se usaron.',
  'How many different customers bought something or got something back.':
    'Cuántos clientes distintos compraron algo o recibieron una devolución.',
  'What was paid, with tax and shipping, less what was given back.':
    'Lo que se pagó, con impuestos y envío, menos lo devuelto.',
  'What the goods and fees of orders came to before coupons, without tax and shipping. Refunds never lower it.':
    'Lo que sumaron las mercancías y los recargos de los pedidos antes de los cupones, sin impuestos ni envío. Los reembolsos nunca lo reducen.',
  'What was given back, with tax and shipping, as a positive amount. A refund of shipping only is not in it.':
    'Lo que se devolvió, con impuestos y envío, como importe positivo. No incluye los reembolsos que son solo de envío.',
  'Tax of the orders, on shipping too, less the tax that was given back.':
    'Impuestos de los pedidos, también los del envío, menos los devueltos.',
  'Shipping without its tax, less the shipping that was given back.': 'Envío sin sus impuestos, menos el devuelto.',
  'How many different products were sold.': 'Cuántos productos distintos se vendieron.',
  'How many items; below 0 on refunds.': 'Cuántos artículos; menos de 0 en los reembolsos.',
  'The total without tax and shipping, after discounts; fees are in it.':
    'El total sin impuestos ni envío, después de descuentos; incluye los recargos.',
  'The total, with tax and shipping.': 'El total, con impuestos y envío.',
  'What came in for the items: after discounts, without tax, shipping and fees, less what was given back for them.':
    'Lo que entró por los artículos: después de descuentos, sin impuestos, envío ni recargos, menos lo devuelto por ellos.',
  'How many orders have such an item. Refunds are not counted.':
    'Cuántos pedidos tienen un artículo así. Los reembolsos no se cuentan.',
  'How many different products.': 'Cuántos productos distintos.',
  'How many different variations. Items that have none count as one more, all together.':
    'Cuántas variaciones distintas. Los artículos sin variación cuentan todos juntos como una más.',
  'What the coupons took off, without tax. Refunds do not lower it.':
    'Lo que descontaron los cupones, sin impuestos. Los reembolsos no lo reducen.',
  'How many orders a coupon stands on. Refunds do not lower it.':
    'En cuántos pedidos está un cupón. Los reembolsos no lo reducen.',
  'Tax on goods, fees and shipping, less what was given back.':
    'Impuestos de mercancías, recargos y envío, menos lo devuelto.',
  'Tax on goods and fees, less what was given back.': 'Impuestos de mercancías y recargos, menos lo devuelto.',
  'Tax on shipping, less what was given back.': 'Impuestos del envío, menos lo devuelto.',
  'How many orders carry the tax. Refunds are not counted.':
    'Cuántos pedidos llevan el impuesto. Los reembolsos no se cuentan.',
  'How many different rates: by id, code and percentage.':
    'Cuántos tipos distintos: por identificador, código y porcentaje.',
  'Percent.': 'Porcentaje.',
  'The amounts without tax on which the rate was reckoned, less what was given back.':
    'Los importes sin impuestos sobre los que se calculó el tipo, menos lo devuelto.',
  'How often a file was fetched. A refund does not lower it.':
    'Cuántas veces se descargó un archivo. Un reembolso no lo reduce.',
  'How many customers match.': 'Cuántos clientes coinciden.',
  'How many orders a customer has who has any.': 'Cuántos pedidos tiene un cliente que tiene alguno.',
  'What a customer who has orders paid, with tax and shipping, less what was given back.':
    'Lo que pagó un cliente con pedidos, con impuestos y envío, menos lo devuelto.',
  'The average of the average orders of customers who have any.':
    'La media de los pedidos medios de los clientes que tienen alguno.',
  'How many orders that count; only those of the range, where one is given.':
    'Cuántos pedidos cuentan; si hay un período, solo los suyos.',
  'What they paid, with tax and shipping, less what was given back.':
    'Lo que pagaron, con impuestos y envío, menos lo devuelto.',
  '`total_spend` divided by `orders_count`; 0 without orders.':
    '`total_spend` dividido por `orders_count`; 0 sin pedidos.',
  'How many products and variations there are, published or private.':
    'Cuántos productos y variaciones hay, publicados o privados.',
  'How many are in stock and low: at most what counts as low, and more than what counts as none.':
    'Cuántos tienen pocas existencias: como mucho lo que cuenta como pocas, y más de lo que cuenta como ninguna.',
  'How many are in stock, the low ones among them.': 'Cuántos tienen existencias, también los que tienen pocas.',
  'How many are out of stock.': 'Cuántos no tienen existencias.',
  'How many can be ordered though there are none.': 'Cuántos se pueden pedir aunque no haya existencias.',
  'How many there are; 0 where stock is not managed.': 'Cuántos hay; 0 donde no se gestionan las existencias.',
  'From here down it is low: its own number, else that of the shop, at least 1.':
    'Desde aquí hacia abajo son pocas: su propio número o, si no, el de la tienda; al menos 1.',
};
