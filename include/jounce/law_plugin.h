/* A law in a shared library of one's own, loaded at run time, in plain C.
 *
 * The library exports one function, jounce_law_plugin(), that returns a table like this:
 *
 *   static const JounceLawPlugin plugin = {JOUNCE_LAW_PLUGIN_VERSION, "my law", create, destroy,
 *                                          state_size, start, update, complex_stiffness};
 *   const JounceLawPlugin* jounce_law_plugin(void) { return &plugin; }
 *
 * Build it with: cc -shared -fPIC -I<prefix>/include my_law.c -o my_law.so
 * All numbers are SI. Matrices are row-major dimension x dimension. A law object is never changed
 * after create(): several threads call update() on it at once, each with a state of its own.
 */
#ifndef JOUNCE_LAW_PLUGIN_H_
#define JOUNCE_LAW_PLUGIN_H_

#ifdef __cplusplus
extern "C" {
#endif

#define JOUNCE_LAW_PLUGIN_VERSION 1

typedef struct JounceLawStep {
  const double* strain; /* at the end of the step */
  const double* rate;   /* at the end of the step */
  double h;             /* length; infinity asks for the relaxed answer, 0 for a jump */
} JounceLawStep;

typedef struct JounceLawResponse {
  double* force;
  double* d_strain; /* df/de, of the whole step */
  double* d_rate;   /* df/de' */
  double stored_energy;
  double dissipated_energy; /* since start */
} JounceLawResponse;

typedef struct JounceLawPlugin {
  int version; /* JOUNCE_LAW_PLUGIN_VERSION */
  const char* name;

  /* A law from named parameters, of the dimension asked for (1, 3 or 6). NULL refuses; then
   * `message` (of `message_size` bytes) says why in one sentence. */
  void* (*create)(int dimension, int count, const char* const* names, const double* values,
                  char* message, int message_size);
  void (*destroy)(void* law);

  int (*state_size)(const void* law);
  /* State of a part that has been at rest at this strain for ever. */
  void (*start)(const void* law, const double* strain, double* state);
  /* Reads `state`, writes `next`; called any number of times for one step. */
  void (*update)(const void* law, const JounceLawStep* step, const double* state, double* next,
                 JounceLawResponse* response);
  /* Small harmonic motion about rest at this strain: real and imaginary part of the stiffness. */
  void (*complex_stiffness)(const void* law, double omega, const double* strain, double* real,
                            double* imaginary);
} JounceLawPlugin;

const JounceLawPlugin* jounce_law_plugin(void);

#ifdef __cplusplus
}
#endif

#endif /* JOUNCE_LAW_PLUGIN_H_ */
