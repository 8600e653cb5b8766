/* A law of one's own in a shared library: an exponential spring with a linear damper,
 *
 *   f = a sinh(b e) + c e'.
 *
 * Build:  cc -shared -fPIC -I<prefix>/include exponential_spring.c -lm -o
 * exponential_spring.so Use:    law: library file: exponential_spring.so constants: {a: {value:
 * 100}, b: {value: 1000}, c: {value: 300}}
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jounce/law_plugin.h"

typedef struct {
  double a, b, c;
} ExponentialSpring;

static void* create(int dimension, int count, const char* const* names, const double* values,
                    char* message, int message_size) {
  ExponentialSpring law = {0, 0, 0};
  for (int i = 0; i < count; ++i) {
    if (strcmp(names[i], "a") == 0) {
      law.a = values[i];
    } else if (strcmp(names[i], "b") == 0) {
      law.b = values[i];
    } else if (strcmp(names[i], "c") == 0) {
      law.c = values[i];
    } else {
      snprintf(message, (size_t)message_size, "'%s' is not known; it takes a, b and c", names[i]);
      return NULL;
    }
  }
  if (dimension != 1 || law.a < 0 || law.b <= 0 || law.c < 0) {
    snprintf(message, (size_t)message_size,
             "it needs dimension 1, a and c not negative, b above zero");
    return NULL;
  }
  ExponentialSpring* made = malloc(sizeof law);
  if (made) *made = law;
  return made;
}

static void destroy(void* law) { free(law); }

/* State: strain, energy lost. */
static int state_size(const void* law) {
  (void)law;
  return 2;
}

static void start(const void* law, const double* strain, double* state) {
  (void)law;
  state[0] = strain[0];
  state[1] = 0;
}

static void update(const void* data, const JounceLawStep* step, const double* state, double* next,
                   JounceLawResponse* response) {
  const ExponentialSpring* law = data;
  const double e = step->strain[0], de = e - state[0];
  const int moving = isfinite(step->h) && step->h > 0;
  response->force[0] = law->a * sinh(law->b * e);
  response->d_strain[0] = law->a * law->b * cosh(law->b * e);
  response->d_rate[0] = 0;
  if (isfinite(step->h)) {
    response->force[0] += law->c * step->rate[0];
    response->d_rate[0] = law->c;
  }
  next[0] = e;
  next[1] = state[1] + (moving ? law->c * de * de / step->h : 0);
  response->stored_energy = law->a / law->b * (cosh(law->b * e) - 1);
  response->dissipated_energy = next[1];
}

static void complex_stiffness(const void* data, double omega, const double* strain, double* real,
                              double* imaginary) {
  const ExponentialSpring* law = data;
  real[0] = law->a * law->b * cosh(law->b * strain[0]);
  imaginary[0] = omega * law->c;
}

static const JounceLawPlugin plugin = {
    JOUNCE_LAW_PLUGIN_VERSION, "exponential spring", create, destroy, state_size, start, update,
    complex_stiffness};

const JounceLawPlugin* jounce_law_plugin(void) { return &plugin; }
