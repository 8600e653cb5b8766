// What the program writes into a page: the types of its JSON (src/report/page_json.cc and
// scene_json.cc write it, src/report/blob.h describes the arrays).

export type MarkName = "" | "good" | "warning" | "bad";

export type ArrayData =
  | { kind: "grid"; from: number; step: number }
  | { kind: "steps"; from: number; step: number; at: number; width: 1 | 2 | 4 }
  | { kind: "f32"; from: number; at: number }
  | { kind: "pick"; of: ArrayData; count: number; at: number; width: 1 | 2 | 4 };

export interface AxisData {
  title: string;
  unit: string;
  log: boolean;
  min: number | null;
  max: number | null;
}

export interface CurveData {
  name: string;
  style: "line" | "dashed" | "points" | "both";
  group: string;
  shade: number | null;
  visible: boolean;
  size: number;
  fullSize: number;
  ascending: boolean;
  x: ArrayData;
  y: ArrayData;
}

export interface GuideData {
  vertical: boolean;
  value: number;
  label: string;
}

export interface PlotData {
  type: "plot";
  title: string;
  x: AxisData;
  y: AxisData;
  curves: CurveData[];
  guides: GuideData[];
  link: string;
  height: number;
  note: string;
  blob: number;
  centred?: boolean; // Whether each curve is shown without its mean.
  isNamed?: boolean; // What stands beside it says whose its only curve is.
}

export interface ColumnData {
  title: string;
  unit: string;
  right: boolean;
  digits: number;
}

export type CellData = [value: string | number | null, mark?: MarkName, anchor?: string, shade?: number | null];

export interface TableData {
  type: "table";
  title: string;
  columns: ColumnData[];
  rows: CellData[][];
  link: string;
  note: string;
}

export interface HeatmapData {
  type: "heatmap";
  title: string;
  x: AxisData;
  y: AxisData;
  xValues: number[];
  yValues: number[];
  values: (number | null)[];
  valueTitle: string;
  valueUnit: string;
  min: number | null;
  max: number | null;
  digits: number;
  note: string;
}

export interface NoteData {
  type: "note";
  text: string;
  mark: MarkName;
}

export interface BrowsedChannelData {
  name: string;
  group: string;
  summary: string;
  mark: MarkName;
  anchor: string;
  plots: PlotData[]; // All of one browser have one blob.
  visible: boolean;
}

export interface BrowserData {
  type: "browser";
  title: string;
  channels: BrowsedChannelData[];
  note: string;
}

export interface ParallelAxisData {
  title: string;
  unit: string;
  values: (number | null)[];
  words: string[]; // Where the values are numbers of words.
}

export interface ParallelData {
  type: "parallel";
  title: string;
  axes: ParallelAxisData[];
  names: string[];
  links: string[];
  note: string;
}

export type Triple = [number, number, number];
export type Quadruple = [number, number, number, number];

export interface ShapeData {
  kind: "box" | "cylinder" | "sphere" | "capsule" | "wheel" | "mesh";
  position: Triple;
  quaternion: Quadruple;
  size: Triple;
  mesh?: {
    points: number; pointCount: number; triangles: number; triangleCount: number;
    modes?: MeshModesData; field?: MeshFieldData;
  };
}

// A number at each point of a mesh, and the ends of its scale of colours.
export interface MeshFieldData {
  title: string;
  values: number;
  low: number;
  high: number;
}

// How a mesh bends: offsets of shapes (x y z of each point, mode after mode), stresses (six of each
// point, Pa) and amplitudes (a row for each frame, or two for each mode of the scene).
export interface MeshModesData {
  count: number;
  shapes: number;
  stresses: number | null; // Not those of a ghost.
  amplitudes: number;
  frames: number;
  largest: number;
}

export interface BodyData {
  name: string;
  colour: number;
  scenery?: boolean;
  run?: number; // Of the scene's runs; those behind the first are ghosts.
  shapes: ShapeData[];
  poses: { frames: number; positions: number; quaternions: number };
}

export interface AttachmentData {
  body: number;
  point: Triple;
}

export interface ConnectionData {
  name: string;
  kind: "bushing" | "spring" | "damper" | "stop" | "rod" | "beam";
  a: AttachmentData;
  b: AttachmentData;
  radius: number; // Of a beam, m; 0 chooses one.
  axes: Quadruple[]; // Of a beam's sections or a bushing at a and b, in the axes of their bodies; else empty.
  lane: number; // Sideways from the line of its points, in steps of its width.
  load: number | null;
  run?: number; // As of a body; beams only.
}

export interface SceneData {
  type: "scene";
  title: string;
  link: string;
  height: number;
  note: string;
  frames: number;
  fullFrames: number;
  forceUnit: string;
  times: ArrayData | null;
  bodies: BodyData[];
  joints: { name: string; kind: string; at: AttachmentData; axis: Triple }[];
  connections: ConnectionData[];
  forces: { name: string; at: AttachmentData; vectors: number }[];
  modes: { name: string; frequency: number; damping: number; motion: number }[];
  moments: { name: string; time: number }[]; // Worth looking at.
  runs: string[]; // Names of several; none of one.
  rearward: boolean; // Whether x points to the rear.
  blob: number;
}

export type ItemData = PlotData | TableData | HeatmapData | NoteData | SceneData | BrowserData | ParallelData;

export interface SectionData {
  title: string;
  text: string;
  items: ItemData[];
  columns: number;
  anchor: string;
  open: boolean;
}

export interface PageData {
  title: string;
  subtitle: string;
  findings: NoteData[];
  facts: { name: string; value: string; mark: MarkName }[];
  sections: SectionData[];
  licences: string;
}
