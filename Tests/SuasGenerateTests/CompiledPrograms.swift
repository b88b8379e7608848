import Foundation
import Testing

/// The suites that compile programs or go over all specs. They keep all cores busy, so that beside
/// them the tests that wait for something would meet their time limits. As many of them run at once as
/// there are cores, since a compiler often has one thing to do at a time; the tests of a suite follow
/// one another, since some compilers take gigabytes.
@Suite(
  "Compiled programs",
  .enabled(
    if: ProcessInfo.processInfo.environment["COMPILED_PROGRAMS"] != nil,
    "COMPILED_PROGRAMS=1 compiles generated programs, which takes minutes"))
enum CompiledPrograms {}
