#include "CBuild.h"

const char *suas_run_commit(void) { return SUAS_RUN_COMMIT; }
