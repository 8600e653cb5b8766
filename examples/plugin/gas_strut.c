/* An element of one's own in a shared library: a strut filled with gas, with a stop at its full
 * length. Between two points at the distance l, the gas of the mass m and the temperature T fills
 * V = A (l - l_0), and
 *
 *   p = m R T/V,    m c_v T' = -p V' - k (T - T_a),    force (p - p_a) A, pushing apart.
 *
 * Beyond the length l_s it meets a stop, a spring with a damper: where l passes l_s the force jumps,
 * which a switching function announces.
 *
 * Build: cc -shared -fPIC -I<prefix>/include gas_strut.c low_pass.c -lm -o strut.so */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "jounce/plugin.h"

enum {
  AREA,
  DEAD_LENGTH,
  PRESSURE,
  LENGTH,
  CONDUCTANCE,
  STOP_LENGTH,
  STOP_STIFFNESS,
  STOP_DAMPING
};

static const JounceParameter parameters[] = {
    {"area", "of the piston", "m^2", 1, 0, 1e-9, 1e3, 0},
    {"dead_length", "distance of the points at which no gas is left", "m", 0, 0, 0, 0, 0},
    {"pressure", "of the gas at `length` and the temperature around", "Pa", 1, 0, 1, 1e12, 0},
    {"length", "distance of the points at which it was filled", "m", 1, 0, 1e-9, 1e3, 0},
    {"conductance", "heat that flows out per difference of temperature", "W/K", 0, 0, 0, 1e12, 0},
    {"stop_length", "distance at which the stop is met", "m", 0, 1e9, 0, 1e12, 0},
    {"stop_stiffness", "of the stop", "N/m", 0, 0, 0, 1e15, 0},
    {"stop_damping", "of the stop", "N*s/m", 0, 0, 0, 1e15, 0}};

static const JounceScalar states[] = {{"temperature", "of the gas", "K", 300, 0}};

static const JounceScalar outputs[] = {{"pressure", "of the gas", "Pa", 1e5, 0},
                                       {"temperature", "of the gas", "K", 300, 0},
                                       {"force", "that pushes the points apart", "N", 1e3, 0}};

static const double kGas = 287, kHeat = 717.5;            /* of air, J/kg/K: R and c_v */
static const double kAmbient = 293.15, kAtmosphere = 1e5; /* around it: K, Pa */

typedef struct {
  double p[8];
  double mass;
} Strut;

static void* create(const double* given, char* message, int size) {
  Strut strut;
  for (int i = 0; i < 8; ++i) strut.p[i] = given[i];
  const double gap = strut.p[LENGTH] - strut.p[DEAD_LENGTH];
  if (!(gap > 0)) {
    snprintf(message, (size_t)size, "its length is not more than its dead length");
    return NULL;
  }
  strut.mass = strut.p[PRESSURE] * strut.p[AREA] * gap / (kGas * kAmbient);
  Strut* made = malloc(sizeof strut);
  if (made) *made = strut;
  return made;
}

static void destroy(void* strut) { free(strut); }

static void start(const void* strut, const JounceElementPoint* at, double* x) {
  (void)strut;
  (void)at;
  x[0] = kAmbient;
}

/* Distance of the points, its rate, and the direction from the first to the second. */
typedef struct {
  double length, rate, n[3];
} Line;

static Line line_of(const JounceElementPoint* at) {
  Line line = {0, 0, {0, 0, 0}};
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    line.n[i] = at->frames[1].position[i] - at->frames[0].position[i];
    sum += line.n[i] * line.n[i];
  }
  line.length = sqrt(sum);
  for (int i = 0; i < 3; ++i) {
    line.n[i] /= line.length;
    line.rate += line.n[i] * (at->frames[1].velocity[i] - at->frames[0].velocity[i]);
  }
  return line;
}

static double volume_of(const Strut* s, const Line* line) {
  return s->p[AREA] * (line->length - s->p[DEAD_LENGTH]);
}

static double pressure_of(const Strut* s, const Line* line, double temperature) {
  return s->mass * kGas * temperature / volume_of(s, line);
}

/* Beyond the stop by this much; 0 on the other side. */
static double stop_of(const Strut* s, const JounceElementPoint* at, const Line* line) {
  return at->sides[0] > 0 ? line->length - s->p[STOP_LENGTH] : 0;
}

static double force_of(const Strut* s, const JounceElementPoint* at, const Line* line) {
  const double gas = (pressure_of(s, line, at->states[0]) - kAtmosphere) * s->p[AREA];
  const double damper = at->sides[0] > 0 ? s->p[STOP_DAMPING] * line->rate : 0;
  return gas - s->p[STOP_STIFFNESS] * stop_of(s, at, line) - damper;
}

static void evaluate(const void* data, const JounceElementPoint* at, JounceElementAnswer* answer) {
  const Strut* s = data;
  const Line line = line_of(at);
  const double force = force_of(s, at, &line), stop = stop_of(s, at, &line);
  const double heat = s->p[CONDUCTANCE] * (at->states[0] - kAmbient);
  const double p = pressure_of(s, &line, at->states[0]);
  for (int i = 0; i < 3; ++i) {
    answer->loads[i] = -force * line.n[i];
    answer->loads[6 + i] = force * line.n[i];
  }
  answer->rates[0] = (-p * s->p[AREA] * line.rate - heat) / (s->mass * kHeat);
  answer->stored_energy = s->mass * kHeat * at->states[0] + kAtmosphere * volume_of(s, &line) +
                          0.5 * s->p[STOP_STIFFNESS] * stop * stop;
  answer->dissipated_power = heat;
  if (at->sides[0] > 0) answer->dissipated_power += s->p[STOP_DAMPING] * line.rate * line.rate;
}

static void outputs_at(const void* data, const JounceElementPoint* at, double* values) {
  const Strut* s = data;
  const Line line = line_of(at);
  values[0] = pressure_of(s, &line, at->states[0]);
  values[1] = at->states[0];
  values[2] = force_of(s, at, &line);
}

static void switches_at(const void* data, const JounceElementPoint* at, double* values) {
  const Strut* s = data;
  values[0] = line_of(at).length - s->p[STOP_LENGTH];
}

static const JounceElementPlugin gas_strut = {JOUNCE_PLUGIN_VERSION,
                                              "gas_strut",
                                              "a strut filled with gas, with a stop",
                                              2,
                                              1,
                                              8,
                                              0,
                                              1,
                                              3,
                                              1,
                                              parameters,
                                              NULL,
                                              states,
                                              outputs,
                                              create,
                                              destroy,
                                              start,
                                              evaluate,
                                              NULL, /* slopes: by differences */
                                              outputs_at,
                                              switches_at};

const JounceElementPlugin* jounce_element_plugin(int number) {
  return number == 0 ? &gas_strut : NULL;
}
