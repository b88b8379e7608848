import Foundation
import Testing

/// `suas-run mutate --explore`: mutants that no scenario kills, and the promises that they break.
@Suite struct MutationSearchTests {
  let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(
      """
      suas: 1
      states: { Door: { isOpen: bool = false, isLocked: bool = false } }
      actions: { Open: {}, Close: {}, Lock: {}, Unlock: {} }
      reducers:
        DoorReducer:
          state: Door
          on:
            Open: [{ set: isOpen, value: true, unless: isLocked }]
            Close: [{ set: isOpen, value: false }]
            Lock: [{ set: isLocked, value: true, unless: isOpen }]
            Unlock: [{ set: isLocked, value: false }]
      invariants: { locked-is-closed: "!store.Door.isOpen || !store.Door.isLocked" }
      always-reachable: { can-open: store.Door.isOpen }

      """, to: "door.yaml")
    try folder.write(
      """
      spec: door.yaml
      scenario: A door opens
      steps:
        - dispatch: Open
          expect: { that: store.Door.isOpen }

      """, to: "door.scenario.yaml")
  }

  private func mutate(_ arguments: String...) throws -> Program.Result {
    try Program.run(["mutate", "door.scenario.yaml"] + arguments, in: folder)
  }

  @Test("Without it, those that could be searched are counted")
  func without() throws {
    let result = try mutate()
    #expect(result.output.contains("\nnot searched: "), "\(result.output)")
  }

  @Test("A mutant that breaks a promise is killed, by the shortest steps, for any number of jobs")
  func breaks() throws {
    let result = try mutate("--explore", "60s")
    let report = result.output
    #expect(
      report.contains(
        """
        killed by a search: negate-condition, which no scenario reaches
          -       Lock: [{ set: isLocked, value: true, unless: isOpen }]
          +       Lock: [{ set: isLocked, value: true, when: isOpen }]
            invariant-violated: invariant 'locked-is-closed' does not hold
              Open
              Lock

        """), "\(report)")
    #expect(
      report.contains("    always-reachable-violated: way out 'can-open' is closed: "), "\(report)")
    #expect(report.contains(" killed by searches, "))
    #expect(report.contains("\nsearched: "))
    #expect(!report.contains("not searched"))
    #expect(!report.contains("not judged"))
    #expect(try mutate("--explore", "60s", "--jobs", "3").output == report)
  }

  @Test("What no time was left for is counted, and not judged")
  func noTime() throws {
    let result = try mutate("--explore", "1ns")
    #expect(result.output.contains(" had no time left\n"), "\(result.output)")
    #expect(try mutate("--explore", "soon").status == 64)
  }

  @Test("The reports say what a search killed")
  func reports() throws {
    let result = try mutate(
      "--explore", "60s", "--report", "json:mutants.json", "--report", "html:mutants.html")
    #expect(result.status == 0)
    #expect(try folder.text("mutants.json").contains(#""statusReason":"by a search: invariant-"#))
    #expect(try folder.text("mutants.html").contains(#""fate":"broken""#))
  }
}
