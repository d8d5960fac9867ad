/** Pictures inside of an address; SVG is left out, because it can refer to other addresses. */
export const imageSource = /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[A-Za-z0-9+/]+=*$/;
