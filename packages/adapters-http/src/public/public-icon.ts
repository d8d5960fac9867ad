/** Icon of the site, as SVG. */
export const publicIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1f4fa3"/><path d="M8 13h16v11H8z" fill="#fff"/><path d="M7 8h18l2 5H5z" fill="#9dbdf5"/><path d="M14 17h4v7h-4z" fill="#1f4fa3"/></svg>
`;
