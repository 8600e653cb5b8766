/* Two blocks of one's own in a shared library: a filter of the first order, T y' = u - y, and the
 * same as a controller's processor computes it every 10 ms, y <- y + a (u - y).
 *
 * Build: cc -shared -fPIC -I<prefix>/include low_pass.c -o low_pass.so */
#include <stdio.h>
#include <stdlib.h>

#include "jounce/plugin.h"

static const JounceScalar scalar[] = {{"value", "of the signal", "", 1, 0}};

static void* keep(double number) {
  double* made = malloc(sizeof number);
  if (made) *made = number;
  return made;
}

static void* create(const double* parameters, char* message, int size) {
  (void)message;
  (void)size;
  return keep(parameters[0]);
}

static void state_out(const void* block, const JounceBlockPoint* at, double* outputs) {
  (void)block;
  outputs[0] = at->states[0];
}

/* ---- All the time ---- */

static const JounceParameter time_parameter[] = {
    {"time", "constant of the filter", "s", 1, 0, 1e-9, 1e9, 0}};

static void rates_at(const void* block, const JounceBlockPoint* at, double* rates) {
  rates[0] = (at->inputs[0] - at->states[0]) / *(const double*)block;
}

static void slopes(const void* block, const JounceBlockPoint* at, double* s) {
  (void)at;
  s[0] = -1 / *(const double*)block; /* of the rate, by the state and by the input */
  s[1] = 1 / *(const double*)block;
  s[2] = 1; /* of the output */
}

static const JounceBlockPlugin low_pass = {JOUNCE_PLUGIN_VERSION,
                                           "low_pass",
                                           "a filter of the first order",
                                           1,
                                           1,
                                           1,
                                           1,
                                           time_parameter,
                                           scalar,
                                           scalar,
                                           0,
                                           0,
                                           create,
                                           free,
                                           NULL,
                                           state_out,
                                           rates_at,
                                           slopes};

/* ---- Every 10 ms ---- */

static const JounceParameter part_parameter[] = {
    {"part", "of the difference that is made up in a sample", "", 1, 0, 0, 1, 0}};

static double next(const void* block, const JounceBlockPoint* at) {
  return at->states[0] + *(const double*)block * (at->inputs[0] - at->states[0]);
}

static void sample_out(const void* block, const JounceBlockPoint* at, double* outputs) {
  outputs[0] = next(block, at);
}

static void sample_states(const void* block, const JounceBlockPoint* at, double* after) {
  after[0] = next(block, at);
}

static const JounceBlockPlugin digital_low_pass = {JOUNCE_PLUGIN_VERSION,
                                                   "digital_low_pass",
                                                   "the same as a processor computes it",
                                                   1,
                                                   1,
                                                   1,
                                                   1,
                                                   part_parameter,
                                                   scalar,
                                                   scalar,
                                                   0,
                                                   0.01,
                                                   create,
                                                   free,
                                                   NULL,
                                                   sample_out,
                                                   sample_states,
                                                   NULL};

const JounceBlockPlugin* jounce_block_plugin(int number) {
  return number == 0 ? &low_pass : number == 1 ? &digital_low_pass : NULL;
}
