// Everything of the engine in one include.
#ifndef JOUNCE_JOUNCE_H_
#define JOUNCE_JOUNCE_H_

#include "base/error.h"
#include "base/progress.h"
#include "laws/law.h"
#include "laws/make_law.h"
#include "model/check.h"
#include "model/model.h"
#include "solve/simulation.h"

#endif  // JOUNCE_JOUNCE_H_
