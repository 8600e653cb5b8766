#include <cstdio>

int main() {
  std::puts("jounce 0.1.0");
  return 0;
}
