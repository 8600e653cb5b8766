// Styles are bundled by esbuild; TypeScript need not look into them.
declare module "*.css";
