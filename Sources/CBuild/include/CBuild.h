#ifndef CBUILD_H
#define CBUILD_H

/// The commit that the program was built from, with `-dirty` behind it if files had changed; empty if the build was
/// not told.
const char *_Nonnull suas_run_commit(void);

#endif
