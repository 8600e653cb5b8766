// A program of somebody else: a controller that holds the mass at -0.9 m by the input of the model.
#include <jounce/jounce.h>

#include <cmath>
#include <cstdio>
#include <vector>

int main(int, char** arguments) try {
  jounce::api::Simulation plant(jounce::api::Model::Load(arguments[1]));
  double last = plant.Output("mass.z");
  std::vector<std::byte> half_way;
  for (int i = 1; i <= 800; ++i) {
    const double z = plant.Output("mass.z"), speed = (z - last) / 0.01;
    plant.SetInput("push", 29.62 + 200 * (-0.9 - z) - 20 * speed);
    plant.AdvanceTo(0.01 * i);
    if (i == 400) half_way = plant.Save();
    last = z;
  }
  std::printf("%.9f\n", plant.Output("mass.z"));
  plant.Restore(half_way);
  return std::abs(plant.time() - 4) < 1e-9 ? 0 : 1;
} catch (const jounce::api::Error& error) {
  std::puts(error.what());
  return 1;
}
