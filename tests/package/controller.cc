// A program of somebody else: a loop of its own around a model, and the result read back.
#include <jounce/jounce.h>

#include <cstdio>

int main(int, char** arguments) try {
  const jounce::api::Model model = jounce::api::Model::Load(arguments[1]);
  jounce::api::Simulation simulation(model);
  jounce::api::ResultWriter writer("loop.h5", simulation.outputs(), 100, model, true);
  for (int i = 1; i <= 100; ++i) {
    simulation.AdvanceTo(0.01 * i);
    writer.Append(simulation.time(), simulation.Outputs());
  }
  writer.Close();
  std::printf("%.9f\n", jounce::api::Results("loop.h5").Channel("mass.z").back());
} catch (const jounce::api::Error& error) {
  std::puts(error.what());
  return 1;
}
