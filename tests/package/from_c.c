/* The same by the C interface; a file that is not there is told. */
#include <jounce/jounce_c.h>
#include <stdio.h>

int main(int count, char** arguments) {
  double height = 0;
  jounce_simulation* simulation = NULL;
  if (count != 2 || jounce_abi_version() != JOUNCE_ABI_VERSION) return 1;
  if (jounce_create("/nowhere/car.yaml", NULL, 0, 0) || !*jounce_last_error()) return 1;
  simulation = jounce_create(arguments[1], NULL, 0, 0);
  if (!simulation || jounce_advance_to(simulation, 1) != JOUNCE_DONE ||
      jounce_output(simulation, "mass.z", &height) != JOUNCE_DONE) {
    puts(jounce_last_error());
    return 1;
  }
  printf("%.9f\n", height);
  jounce_destroy(simulation);
  return 0;
}
