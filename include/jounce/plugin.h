/* Elements and blocks in a shared library of one's own, loaded at run time, in plain C. (Laws have
 * jounce/law_plugin.h.)
 *
 * An element applies forces to frames of a model and may have states of its own; a block turns
 * numbers into numbers. The library exports
 *
 *   const JounceElementPlugin* jounce_element_plugin(int number);    and/or
 *   const JounceBlockPlugin* jounce_block_plugin(int number);
 *
 * which return the kinds that it holds, number 0, 1, ..., and NULL after the last. A model names
 * the library where it uses a kind:
 *
 *   elements:
 *     strut: {element: library, file: gas_spring.so, kind: gas_spring, frames: [axle, car],
 *             constants: {pressure: 20 bar, length: 300 mm}}
 *
 * Build it with: cc -shared -fPIC -I<prefix>/include gas_spring.c -o gas_spring.so
 *
 * Numbers are SI; vectors are in ground axes. An object is never changed after create(): several
 * threads call its functions at once. Functions may be called in any order and any number of times
 * for one step; all that they may know is what they are given. */
#ifndef JOUNCE_PLUGIN_H_
#define JOUNCE_PLUGIN_H_

#ifdef __cplusplus
extern "C" {
#endif

#define JOUNCE_PLUGIN_VERSION 1

/* A number that the model gives once. */
typedef struct JounceParameter {
  const char* name;
  const char* meaning; /* one line */
  const char* unit;    /* SI, "N/m", "N*m/rad"; "" for a plain number */
  int required;        /* the model must give it; else `value` holds */
  double value;
  double least, most; /* between which it lies; any number where both are 0 */
  int odd;            /* changes its sign in a mirrored sub-assembly */
} JounceParameter;

/* A number that changes with time: an input, a state or an output. */
typedef struct JounceScalar {
  const char* name;
  const char* meaning;
  const char* unit; /* SI */
  double size;      /* what is usual, by which differences are taken; 1 where it is 0 */
  int odd;          /* changes its sign in a mirrored sub-assembly */
} JounceScalar;

/* ---- Elements --------------------------------------------------------------------------------- */

typedef struct JounceFrameMotion {
  double position[3];
  double rotation[9]; /* row by row; the columns are the axes of the frame */
  double velocity[3];
  double angular_velocity[3];
} JounceFrameMotion;

typedef struct JounceElementPoint {
  double time;
  int is_static;                   /* an equilibrium is sought: states rest where rates are 0 */
  const JounceFrameMotion* frames; /* in the order of the model's `frames` */
  const double* inputs;            /* not known to start(), outputs() and switches(): NULL there */
  const double* states;
  const int* sides; /* of each switching function: 1 or -1, kept through a step */
} JounceElementPoint;

typedef struct JounceElementAnswer {
  double* loads;           /* on each frame: force, and moment about its origin; zero before */
  double* rates;           /* of the states; zero before */
  double stored_energy;    /* zero unless it is said */
  double dissipated_power; /* zero unless it is said */
} JounceElementAnswer;

typedef struct JounceElementPlugin {
  int version; /* JOUNCE_PLUGIN_VERSION */
  const char* name;
  const char* meaning; /* one line */
  int frames;          /* how many it acts on */
  /* It may stand in a mirrored sub-assembly. There a frame keeps the images of its x and z axes,
   * and its y is the opposite of the image; parameters, inputs and outputs that are odd change
   * their sign. Where this is 0, mirroring is refused. */
  int mirrors;
  int parameter_count, input_count, state_count, output_count, switch_count;
  const JounceParameter* parameters;
  const JounceScalar* inputs;
  const JounceScalar* states;
  const JounceScalar* outputs;

  /* From its parameters, in their order. NULL refuses; then `message` (of `message_size` bytes)
   * says why in one sentence. */
  void* (*create)(const double* parameters, char* message, int message_size);
  void (*destroy)(void* element);
  /* The states at the start; NULL: zero. */
  void (*start)(const void* element, const JounceElementPoint* at, double* states);
  /* Loads and rates, smooth while `sides` stay. */
  void (*evaluate)(const void* element, const JounceElementPoint* at, JounceElementAnswer* answer);
  /* Their derivatives; NULL: they are found by central differences, two evaluations a column.
   * Row by row: six rows a frame, as `loads`, then the rates. Columns: for each frame the increment
   * of its position and its turn, a rotation vector in ground axes; then for each frame velocity
   * and angular velocity; the inputs; the states. Zero before. */
  void (*slopes)(const void* element, const JounceElementPoint* at, double* slopes);
  /* What sensors `element` read. They must not depend on inputs. NULL where there are none. */
  void (*outputs_at)(const void* element, const JounceElementPoint* at, double* values);
  /* Switching functions. Where one changes its sign within a step, the step ends there, its side
   * changes, and accelerations are found anew. NULL where there are none. */
  void (*switches_at)(const void* element, const JounceElementPoint* at, double* values);
} JounceElementPlugin;

/* ---- Blocks ----------------------------------------------------------------------------------- */

typedef struct JounceBlockPoint {
  double time;
  int is_static;
  const double* inputs;
  const double* states;
} JounceBlockPoint;

typedef struct JounceBlockPlugin {
  int version; /* JOUNCE_PLUGIN_VERSION */
  const char* name;
  const char* meaning;
  int parameter_count, input_count, state_count, output_count;
  const JounceParameter* parameters;
  const JounceScalar* inputs; /* of the model's `of`, in this order */
  const JounceScalar* states;
  /* Do outputs follow inputs at once? Where not, outputs_at() must not read them (they may be
   * anything) and the block breaks loops of signals. */
  int feeds_through;
  /* Seconds between samples; 0: it runs all the time. A sampled block takes its inputs at whole
   * multiples of this, `rates` are the states after the sample, and its outputs hold. */
  double period;

  void* (*create)(const double* parameters, char* message, int message_size);
  void (*destroy)(void* block);
  void (*start)(const void* block, double* states); /* NULL: zero */
  void (*outputs_at)(const void* block, const JounceBlockPoint* at, double* outputs);
  void (*rates_at)(const void* block, const JounceBlockPoint* at, double* rates);
  /* Derivatives of the rates, then of the outputs, each a row; columns: states, inputs. NULL: by
   * differences. Zero before. */
  void (*slopes)(const void* block, const JounceBlockPoint* at, double* slopes);
} JounceBlockPlugin;

const JounceElementPlugin* jounce_element_plugin(int number);
const JounceBlockPlugin* jounce_block_plugin(int number);

#ifdef __cplusplus
}
#endif

#endif /* JOUNCE_PLUGIN_H_ */
