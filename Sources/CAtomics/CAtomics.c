// The functions are in the header, so that calls of them are inlined.
#include "CAtomics.h"
