import Foundation
import Testing

/// The suites that compile programs or go over all specs, one after the other: each keeps all cores
/// busy, so that beside them the tests that wait for something would meet their time limits.
@Suite(
  "Compiled programs", .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["COMPILED_PROGRAMS"] != nil,
    "COMPILED_PROGRAMS=1 compiles generated programs, which takes minutes"))
enum CompiledPrograms {}
