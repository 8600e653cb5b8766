/* The library for C, and for whatever can call C: Python, MATLAB, FMUs.
 *
 *   jounce_simulation* car = jounce_create("car.yaml", NULL, 0, 0);
 *   if (!car) { puts(jounce_last_error()); return 1; }
 *   for (int i = 1; i <= 1000; ++i) {
 *     if (jounce_advance_to(car, 0.01 * i) != JOUNCE_DONE) { puts(jounce_last_error()); break; }
 *     jounce_output(car, "wheel.z", &height);
 *   }
 *   jounce_destroy(car);
 *
 * All numbers are in SI units. No exception leaves these functions. Simulations are independent
 * of each other; one simulation is for one thread at a time. Functions that return a status return
 * JOUNCE_DONE (0) or one of the others, which are the exit codes of the command; the reason is
 * then jounce_last_error(). Pointers must not be NULL unless it is said that they may. */
#ifndef JOUNCE_JOUNCE_C_H_
#define JOUNCE_JOUNCE_C_H_

#include <stddef.h>

#include "jounce/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Counted up when a function changes or goes; functions that are only added leave it as it is. A
 * program may use a library whose jounce_abi_version() is that of the header it was compiled
 * with. */
#define JOUNCE_ABI_VERSION 1
JOUNCE_EXPORT int jounce_abi_version(void);

/* The version of the library: "0.1.0". */
JOUNCE_EXPORT const char* jounce_version(void);

enum {
  JOUNCE_DONE = 0,
  JOUNCE_RUN_FAILED = 1,  /* the numbers did not go as they should */
  JOUNCE_INPUT_WRONG = 2, /* a file, a name or an argument is wrong */
  JOUNCE_FILE_FAILED = 3  /* a file could not be read */
};

/* Why the last call in this thread that failed did so: the text that the command would print.
 * Empty before the first one. Valid until the next call that fails in this thread. */
JOUNCE_EXPORT const char* jounce_last_error(void);

typedef struct jounce_simulation jounce_simulation;

enum { JOUNCE_FROM_EQUILIBRIUM = 1 /* start at rest in static equilibrium */ };

/* Reads a model file and makes its initial conditions. `settings` are `count` texts "name=value",
 * as after --set of the command; NULL where count is 0. `flags` is 0 or JOUNCE_FROM_EQUILIBRIUM.
 * Returns NULL where that fails. */
JOUNCE_EXPORT jounce_simulation* jounce_create(const char* model_path, const char* const* settings,
                                               int count, int flags);
/* NULL is allowed. */
JOUNCE_EXPORT void jounce_destroy(jounce_simulation* simulation);

/* The time of the last step [s]. */
JOUNCE_EXPORT double jounce_time(const jounce_simulation* simulation);

/* Goes on to `time` [s] in steps no longer than the model's. Where a step fails, the simulation
 * stands at the last one that did not. */
JOUNCE_EXPORT int jounce_advance_to(jounce_simulation* simulation, double time);

/* Gives an input signal of the model its value for the steps to come. */
JOUNCE_EXPORT int jounce_set_input(jounce_simulation* simulation, const char* name, double value);
/* The input signals of the model; names are valid as long as the simulation is, NULL for an index
 * that is not from 0 to count - 1. */
JOUNCE_EXPORT int jounce_input_count(const jounce_simulation* simulation);
JOUNCE_EXPORT const char* jounce_input_name(const jounce_simulation* simulation, int index);

/* All that changes in a run as bytes. With `bytes` NULL, `size` gets how many there are; else it
 * says how many there is room for, which must be enough, and gets how many were written. */
JOUNCE_EXPORT int jounce_save(const jounce_simulation* simulation, void* bytes, size_t* size);
/* Goes back to what jounce_save wrote, of a simulation of the same model. */
JOUNCE_EXPORT int jounce_restore(jounce_simulation* simulation, const void* bytes, size_t size);

/* The channels of all sensors. Names and units are valid as long as the simulation is; NULL for an
 * index that is not from 0 to count - 1. */
JOUNCE_EXPORT int jounce_output_count(const jounce_simulation* simulation);
JOUNCE_EXPORT const char* jounce_output_name(const jounce_simulation* simulation, int index);
JOUNCE_EXPORT const char* jounce_output_unit(const jounce_simulation* simulation, int index);

/* The value of a channel at the time of the simulation; `value` is left as it is where there is no
 * such channel. */
JOUNCE_EXPORT int jounce_output(const jounce_simulation* simulation, const char* name,
                                double* value);
/* All of them: `values` has room for `count` numbers, which must be jounce_output_count(). */
JOUNCE_EXPORT int jounce_outputs(const jounce_simulation* simulation, double* values, int count);

/* What is worth knowing of the model and its start: texts that are valid as long as the simulation
 * is; NULL for an index that is not from 0 to count - 1. */
JOUNCE_EXPORT int jounce_warning_count(const jounce_simulation* simulation);
JOUNCE_EXPORT const char* jounce_warning(const jounce_simulation* simulation, int index);

#ifdef __cplusplus
}
#endif

#endif /* JOUNCE_JOUNCE_C_H_ */
