#include <jounce/jounce.h>

#include <cstdio>

int main() {
  const jounce::InputError error("a message", "a remedy");
  std::puts(error.what());
  return error.diagnostics().size() == 1 ? 0 : 1;
}
