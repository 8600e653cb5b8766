// JOUNCE_ADDRESS_SANITIZER: the address sanitizer owns malloc. GCC and clang tell it differently.
#ifndef JOUNCE_BASE_SANITIZER_H_
#define JOUNCE_BASE_SANITIZER_H_

#if defined(__SANITIZE_ADDRESS__)
#define JOUNCE_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define JOUNCE_ADDRESS_SANITIZER
#endif
#endif

#endif  // JOUNCE_BASE_SANITIZER_H_
