// Two simulations in two threads, one of them with another spring.
#include <jounce/jounce.h>

#include <cstdio>
#include <thread>

using jounce::api::Model;

int main(int, char** arguments) {
  const Model soft = Model::Load(arguments[1]);
  const Model stiff = Model::Load(arguments[1], {{"stiffness", "400 N/m"}});
  double heights[2];
  const auto run = [](const Model& model, double* height) {
    jounce::api::Simulation simulation(model);
    simulation.AdvanceTo(1);
    *height = simulation.Output("mass.z");
  };
  std::thread other(run, std::cref(stiff), &heights[1]);
  run(soft, &heights[0]);
  other.join();
  std::printf("%.9f\n%.9f\n", heights[0], heights[1]);
}
