/* What a program that loads the library can see of it. For C and C++. */
#ifndef JOUNCE_EXPORT_H_
#define JOUNCE_EXPORT_H_

#if defined(__GNUC__)
#define JOUNCE_EXPORT __attribute__((visibility("default")))
#else
#define JOUNCE_EXPORT
#endif

#endif /* JOUNCE_EXPORT_H_ */
