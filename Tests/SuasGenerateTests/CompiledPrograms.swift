import Testing

/// The suites that compile programs or go over all specs, one after the other: each keeps both cores
/// busy, and together they would leave no thread to the tests that wait for something.
@Suite("Compiled programs", .serialized)
enum CompiledPrograms {}
